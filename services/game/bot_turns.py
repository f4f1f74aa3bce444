"""Asking bots for what they owe: each question once, on JetStream's work queue (P4)."""

import asyncio
from collections.abc import Collection, Sequence

import msgspec
from msgspec import Struct
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import Header
from zerocards.bots.v1 import bots_pb2

from services.common import log, subjects
from services.game import metrics
from services.game.engine import Room, bots, events
from services.game.engine.clock import BOT_TURN_MS
from services.game.engine.memory import recall
from services.game.updates import Views

_LOG = log.get()
_memory = msgspec.json.Encoder().encode


class BotTurn(Struct, frozen=True):
    """One message for the work queue; by its id JetStream takes it once, however often it is sent."""

    subject: str
    id: str
    payload: bytes


def newly_owed(
    room: Room, before: Collection[bots.Owed], happened: Sequence[events.Event], seen: Views, version: int
) -> list[BotTurn]:
    """What bots have not been asked yet; what the room waits for also where a bot is asked for it once more."""
    again = any(isinstance(event, events.BotAskedAgain) for event in happened)
    return [
        _turn(room, owed, seen, version)
        for owed in bots.owed(room)
        if owed not in before or (again and not owed.optional)
    ]


def still_owed(room: Room, seen: Views, version: int) -> list[BotTurn]:
    """What the room waits for, whether bots have been asked for it or not: asked twice, they answer once."""
    return [_turn(room, owed, seen, version) for owed in bots.owed(room) if not owed.optional]


def _turn(room: Room, owed: bots.Owed, seen: Views, version: int) -> BotTurn:
    turn = bots_pb2.BotTurn(
        code=room.code,
        seat=owed.seat,
        player_id=owed.player,
        level=owed.level,
        owed=owed.owed,
        room=seen.room,
        table=seen.table,
        view=seen.seat(owed.seat),
        memory=_memory(recall(room, owed.seat)),
        posted_ms=room.now,
        stale_ms=room.now + BOT_TURN_MS,
    )
    # With the version in it: a question asked again is another one.
    return BotTurn(
        subject=subjects.bot_turn(owed.level),
        id=f"{room.code}:{version}:{owed.seat}:{owed.owed}",
        payload=turn.SerializeToString(),
    )


class BotTurns:
    """Posts bot turns behind the command's back, many at a time.

    One that is lost, with this worker or because JetStream is away, is asked again by the room itself after a while.
    """

    def __init__(self, jetstream: JetStreamContext, *, most: int, ack_s: float) -> None:
        self._jetstream = jetstream
        self._ack_s = ack_s
        self._waiting: asyncio.Queue[BotTurn] = asyncio.Queue(most)

    def post(self, turn: BotTurn) -> None:
        """Never waits."""
        try:
            self._waiting.put_nowait(turn)
        except asyncio.QueueFull:
            metrics.BOT_TURNS.labels("lost").inc()

    async def drain(self) -> None:
        """Waits until everything is with JetStream, or lost."""
        await self._waiting.join()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await asyncio.gather(*(self._send(turn) for turn in batch))
            for _ in batch:
                self._waiting.task_done()

    async def _send(self, turn: BotTurn) -> None:
        try:
            await self._jetstream.publish(turn.subject, turn.payload, self._ack_s, headers={Header.MSG_ID: turn.id})
        except (NatsError, TimeoutError) as error:
            metrics.BOT_TURNS.labels("lost").inc()
            _LOG.warning("bot turn not posted", id=turn.id, error=str(error) or type(error).__name__)
        else:
            metrics.BOT_TURNS.labels("posted").inc()
