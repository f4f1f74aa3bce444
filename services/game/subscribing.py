"""Coming to and going from a queue group without losing a request: what the NATS client alone does not see to."""

from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager

from nats.aio.client import Client
from nats.aio.subscription import Subscription

from services.common.bus import Bus


@asynccontextmanager
async def serving(bus: Bus, subscriptions: Iterable[Awaitable[Subscription]]) -> AsyncIterator[None]:
    """Listens while the body runs, as a member of a queue group.

    In the body the server knows of it; after it, every message that was sent here has been given to the handler.
    """
    client = bus.client
    taken = [await subscription for subscription in subscriptions]
    await bus.settled()
    try:
        yield
    finally:
        if client.is_connected:
            await _leave(client, taken)


async def _leave(client: Client, subscriptions: Iterable[Subscription]) -> None:
    for subscription in subscriptions:
        await client._send_unsubscribe(subscription._id)
    await client.flush()
    for subscription in subscriptions:
        # Its own UNSUB comes too late to matter; its PING is the second one (see Bus.settled).
        await subscription.drain()  # type: ignore[no-untyped-call]
