"""Coming to and going from a queue group without losing a request: what the NATS client alone does not see to."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from nats.aio.client import Client
from nats.aio.subscription import Subscription

from services.common import subjects
from services.common.bus import Bus, Handler


@asynccontextmanager
async def serving(bus: Bus, taken: Iterable[str], handler: Handler) -> AsyncIterator[None]:
    """A member of the game workers' queue group for these subjects while the body runs.

    In the body the server knows of it; after it, every message that was sent here has been given to the handler.
    """
    client = bus.client
    subscriptions = [await bus.subscribe(subject, handler, queue=subjects.GAME_QUEUE) for subject in taken]
    await bus.settled()
    try:
        yield
    finally:
        if client.is_connected:
            await _leave(client, subscriptions)


async def _leave(client: Client, subscriptions: Iterable[Subscription]) -> None:
    for subscription in subscriptions:
        await client._send_unsubscribe(subscription._id)
    await client.flush()
    for subscription in subscriptions:
        # Its own UNSUB comes too late to matter; its PING is the second one (see Bus.settled).
        await subscription.drain()  # type: ignore[no-untyped-call]
