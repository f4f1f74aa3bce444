"""The path of an owed turn: read, decide, pause, send, acknowledge when it is answered."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from random import SystemRandom

import msgspec
from google.protobuf.message import DecodeError
from nats.aio.msg import Msg
from zerocards.game.v1.game_pb2 import ApplyRequest, ApplyResponse, GetViewRequest, GetViewResponse

from services.bots import asked, metrics, wire
from services.bots.asked import Asked, Unreadable
from services.bots.config import BotsConfig
from services.bots.levels import LEVELS
from services.bots.pace import pause_s
from services.bots.queue import TurnQueue
from services.bots.thinking import Think, at_once
from services.common import log
from services.common.bus import Bus, Unanswered
from services.common.clock import Clock, wall_ms
from services.common.subjects import command, view
from services.game.engine.commands import CallLastCard, CatchPlayer, Command
from services.game.engine.shapes import TableView

_AGAIN_S = 0.25
_COUNT_S = 5
# The game service says so itself: it has not decided, and will if asked again.
_NOT_DECIDED = frozenset({"overloaded", "unavailable"})
_LOG = log.get()


class Consumer:
    """Plays one level until told to stop."""

    def __init__(
        self, bus: Bus, level: str, config: BotsConfig, think: Think = at_once, clock: Clock = wall_ms
    ) -> None:
        self._bus = bus
        self._level = level
        self._config = config
        self._think = think
        self._clock = clock
        self._queue = TurnQueue(
            bus,
            level,
            ack_wait_s=config.bots_ack_wait_s,
            max_ack_pending=config.bots_max_ack_pending,
            replicas=config.bots_queue_replicas,
        )
        self._thinking_time = SystemRandom()
        self._in_hand: set[asyncio.Task[None]] = set()
        self._room = asyncio.Event()
        self._room.set()
        self._hurry = asyncio.Event()
        metrics.IN_HAND.labels(level).set_function(lambda: len(self._in_hand))

    async def prepare(self) -> None:
        await self._queue.prepare()

    async def run(self) -> None:
        """Takes turns until cancelled; those in hand go on, see `finish`."""
        async for message in self._queue.messages(self._free, self._room):
            # A task each: most of its life it pauses, so that a worker needs many at a time.
            task = asyncio.create_task(self._handle(message))
            self._in_hand.add(task)
            task.add_done_callback(self._done)
            self._count()

    async def count(self) -> None:
        """Until cancelled, keeps the number of turns that nobody has taken yet."""
        while True:
            if (waiting := await self._queue.waiting()) is not None:
                metrics.WAITING.labels(self._level).set(waiting)
            await asyncio.sleep(_COUNT_S)

    async def finish(self) -> None:
        """Answers what is in hand, without further thought."""
        self._hurry.set()
        if self._in_hand:
            await asyncio.wait(self._in_hand)

    def _free(self) -> int:
        return self._config.bots_at_once - len(self._in_hand)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._in_hand.discard(task)
        self._count()

    def _count(self) -> None:
        if self._free() > 0:
            self._room.set()
        else:
            self._room.clear()

    async def _handle(self, message: Msg) -> None:
        try:
            turn = asked.read(message.data)
        except Unreadable as error:
            _LOG.error("not a bot's turn", subject=message.subject, error=str(error))
            await message.term()
            return self._ended("unreadable")
        metrics.WAITED.labels(self._level).observe(self._since(turn))
        arrived = time.monotonic()
        try:
            if turn.is_old(self._clock()) and not await self._is_owed(turn):
                await message.ack()
                return self._ended("stale")
        except Unanswered:
            await message.nak(delay=_AGAIN_S)
            return self._ended("unanswered")
        try:
            moves = await self._decide(turn)
        except Exception:
            # Without the views: they show a hand (P7). The room's own deadline plays for the bot.
            _LOG.exception("a bot could not decide", room=turn.code, seat=turn.sight.me, owed=turn.owed)
            await message.term()
            return self._ended("failed")
        first_delivery = message.metadata.num_delivered == 1
        # Thinking is part of the pause: how long a search took would tell how much there is to choose from.
        pace = self._config.bots_pace if first_delivery else 0.0
        await self._pause(turn, message, pace, time.monotonic() - arrived)
        try:
            for move in moves:
                await message.in_progress()
                if isinstance(move, CatchPlayer) and not await self._still_uncalled(turn, move.seat):
                    continue
                accepted = await self._send(turn, move)
                if accepted and isinstance(move, CallLastCard):
                    break  # what is owed has another name now: the room asks anew
        except Unanswered:
            await message.nak(delay=_AGAIN_S)
            return self._ended("unanswered")
        await message.ack()
        metrics.ANSWERED.labels(self._level).observe(self._since(turn))
        return self._ended("answered" if moves else "let_be")

    async def _decide(self, turn: Asked) -> Sequence[Command]:
        started = time.perf_counter()
        moves = await self._think(turn)
        metrics.DECISION.labels(self._level).observe(time.perf_counter() - started)
        return moves

    async def _pause(self, turn: Asked, message: Msg, pace: float, taken_s: float) -> None:
        whole_s = pace * pause_s(turn.kind, turn.sight, self._thinking_time, LEVELS[turn.level].slowness)
        left_s = whole_s - taken_s
        sign_of_life_s = self._config.bots_ack_wait_s / 2
        while left_s > 0 and not self._hurry.is_set():
            await message.in_progress()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), min(left_s, sign_of_life_s))
            left_s -= sign_of_life_s

    async def _is_owed(self, turn: Asked) -> bool:
        """Whether the table still stands where it stood when this was asked; raises Unanswered."""
        table = await self._table(turn)
        return table is not None and turn.is_about(table)

    async def _still_uncalled(self, turn: Asked, seat: str) -> bool:
        """Whoever is about to catch looks again: meanwhile somebody else may have, and a wrong catch costs (ZC-31)."""
        table = await self._table(turn)
        return table is not None and any(
            other.seat == seat and other.cards == 1 and not other.called for other in table.seats
        )

    async def _table(self, turn: Asked) -> TableView | None:
        """As it is now; None where there is no such room or round any more. Raises Unanswered."""
        request = GetViewRequest(code=turn.code).SerializeToString()
        answer = await self._bus.ask(view(turn.code), request, patience_s=self._config.bots_patience_s)
        try:
            return asked.table(GetViewResponse.FromString(answer).update.table)
        except (DecodeError, msgspec.DecodeError):
            return None

    async def _send(self, turn: Asked, move: Command) -> bool:
        """Whether the room accepted it; raises Unanswered."""
        patience_s = self._config.bots_patience_s
        request = ApplyRequest(
            code=turn.code,
            player_id=turn.player_id,
            id=turn.command_id(type(move).__name__),
            command=wire.command(move),
            deadline_ms=self._clock() + patience_s * 1000,
        )
        subject = command(turn.code)
        answer = await self._bus.ask(subject, request.SerializeToString(), patience_s=patience_s)
        try:
            refusal = ApplyResponse.FromString(answer).refusal.code
        except DecodeError as error:
            raise Unanswered(subject) from error
        if refusal:
            metrics.REFUSALS.labels(self._level, refusal).inc()
        if refusal in _NOT_DECIDED:
            raise Unanswered(subject)
        return not refusal

    def _since(self, turn: Asked) -> float:
        """Seconds since it was posted, by two machines' clocks."""
        return max(self._clock() - turn.posted_ms, 0) / 1000

    def _ended(self, outcome: str) -> None:
        metrics.TURNS.labels(self._level, outcome).inc()
