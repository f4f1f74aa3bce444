"""The work queue: its stream, a durable consumer for each level, and messages pulled as there is room for them."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError

from services.common import log
from services.common.bus import Bus
from services.common.subjects import ALL_BOT_TURNS, BOTS_STREAM, bot_turn

# Also how long a worker waits before it notices that its question was lost with a NATS that died.
_EXPIRES_S = 2.0
_LATE_S = 0.5
_AGAIN_S = 0.5
_NO_MESSAGES = frozenset({"404", "408"})
_LOG = log.get()


def _stream(replicas: int) -> StreamConfig:
    return StreamConfig(
        name=BOTS_STREAM,
        subjects=[ALL_BOT_TURNS],
        retention=RetentionPolicy.WORK_QUEUE,
        # A room asks again for what was lost here, and nobody wants an old turn.
        storage=StorageType.MEMORY,
        max_age=60.0,
        discard=DiscardPolicy.OLD,
        num_replicas=replicas,
    )


class TurnQueue:
    """The owed turns of one level."""

    def __init__(self, bus: Bus, level: str, *, ack_wait_s: float, max_ack_pending: int, replicas: int = 1) -> None:
        self._bus = bus
        self._stream = _stream(replicas)
        self._consumer = ConsumerConfig(
            durable_name=level,
            filter_subject=bot_turn(level),
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=ack_wait_s,
            # Pausing bots hold their messages: the default of 1,000 would be all that think at a time.
            max_ack_pending=max_ack_pending,
        )

    async def prepare(self) -> None:
        """Makes the stream and the consumer, or brings them up to this configuration."""
        jetstream = self._bus.jetstream()
        try:
            await jetstream.add_stream(self._stream)
        except BadRequestError:  # there with another configuration
            await jetstream.update_stream(self._stream)
        await jetstream.add_consumer(BOTS_STREAM, self._consumer)

    async def waiting(self) -> int | None:
        """Turns that no worker has; None when JetStream cannot say."""
        try:
            info = await self._bus.jetstream().consumer_info(BOTS_STREAM, str(self._consumer.durable_name))
        except (nats.errors.Error, TimeoutError):
            return None
        return int(info.num_pending or 0)

    async def messages(self, room_for: Callable[[], int], room: asyncio.Event) -> AsyncIterator[Msg]:
        """Messages for ever. Asks for `room_for()` at a time, once `room` is set; survives a NATS that forgot all.

        The client's own `fetch` waits for a whole batch, and by ones it costs a round trip for each message.
        """
        client = self._bus.client
        subject = f"$JS.API.CONSUMER.MSG.NEXT.{BOTS_STREAM}.{self._consumer.durable_name}"
        inbox = client.new_inbox()
        arrived = await client.subscribe(inbox)
        try:
            while True:
                await room.wait()
                wanted = room_for()
                ask = {"batch": wanted, "expires": int(_EXPIRES_S * 1e9)}
                await client.publish(subject, json.dumps(ask).encode(), reply=inbox)
                while wanted:
                    try:
                        message = await arrived.next_msg(_EXPIRES_S + _LATE_S)
                    except nats.errors.TimeoutError:
                        break  # our question or its end was lost with a connection
                    if (status := (message.headers or {}).get("Status")) is not None:
                        if status not in _NO_MESSAGES:
                            await self._recover(status)
                        break
                    wanted -= 1
                    yield message
        finally:
            await arrived.unsubscribe()

    async def _recover(self, status: str) -> None:
        """No responders or a deleted consumer: NATS has started anew without its memory, or has no leader yet."""
        _LOG.warning("the work queue is gone", status=status, consumer=self._consumer.durable_name)
        await asyncio.sleep(_AGAIN_S)
        try:
            await self.prepare()
        except (nats.errors.Error, TimeoutError) as error:
            _LOG.warning("the work queue cannot be made", error=str(error))
