"""A player who comes back: connects again wherever it can, asks again what was not answered, and notes everything."""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.chaos.record import Asked, Away, Record, Shown
from tools.load.choose import Command, choose
from tools.load.frames import Entered, Reply, Seat, ServerFrame, Table, Update, decode_frame, decode_table, encode
from tools.load.player import SUBPROTOCOL

PATIENCE_S = 12.0
"""A gateway says `unavailable` after 10 s; whoever hears nothing at all for longer connects again."""
_WELCOME_S = 6.0
_PING_S = 3.0
_NUDGE_S = 0.25
_TOKEN_SPENT = 4002
# Says that nothing was decided, or that nobody knows: the same id is asked again.
_AGAIN = frozenset({"unavailable", "overloaded", "rate_limited"})
_TRIES = 6
_NO_TURN = (0, 0)
_NEVER = frozenset({"internal", "bad_command", "unknown_command", "not_seated", "not_found", "banned"})


@dataclass(frozen=True)
class Habits:
    """How somebody plays."""

    think_s: tuple[float, float] = (0.02, 0.3)
    dozes: float = 0.02
    """The share of turns that are left to the clock."""
    repeats: float = 0.05
    """The share of answered commands that are sent once more."""


class Player:
    """`run` keeps it connected; once `playing` is set it moves whenever it may."""

    def __init__(self, name: str, doors: Sequence[str], rng: random.Random, habits: Habits) -> None:
        """`doors` are the sockets' addresses at each gateway."""
        self.record = Record(name)
        self.playing = False
        self._doors = doors
        self._rng = rng
        self._habits = habits
        self._token = ""
        self._session = secrets.token_hex(8)
        self._n = 0
        self._door = rng.randrange(len(doors))
        self._socket: ClientConnection | None = None
        self._seat = Seat()
        self._table = Table()
        self._dozed = self._awake = _NO_TURN
        self._pending: bytes | None = None
        self._answered: asyncio.Future[Reply] | None = None
        self._news = asyncio.Event()

    @property
    def connected(self) -> bool:
        return self._socket is not None and (not self.record.away or self.record.away[-1].until < float("inf"))

    @property
    def busy(self) -> bool:
        """A command of its waits for its answer."""
        return self._pending is not None

    @property
    def door(self) -> int:
        """Which gateway it is or was connected to last."""
        return self._door

    async def run(self) -> None:
        """Until cancelled, or until its identity is lost."""
        async with asyncio.TaskGroup() as group:
            moving = group.create_task(self._play())
            while not self.record.faults or self._token:
                await self._visit()
                self._socket = None
                if not self.record.away or self.record.away[-1].until < float("inf"):
                    self.record.away.append(Away(time.monotonic(), self._door))
                await asyncio.sleep(self._rng.uniform(0.05, 0.4))
                self._door = self._rng.randrange(len(self._doors))
            moving.cancel()

    async def ask(self, verb: str, frame: Mapping[str, object]) -> Reply:
        """Asks until it is decided, through every loss of the connection; an `unknown` outcome stays in the record."""
        self._n += 1
        asked = Asked(f"{self._session}:{self._n}", verb, time.monotonic())
        self.record.asked.append(asked)
        data = encode({"id": {"session": self._session, "n": self._n}, **frame})
        for _ in range(_TRIES):
            reply = await self._exchange(data)
            asked.answered_at = time.monotonic()
            refusal = reply.refusal
            if refusal is None:
                asked.outcome, asked.version = "accepted", reply.version
                await self._perhaps_again(asked, data)
                return reply
            asked.code = refusal.code
            if refusal.code in _NEVER:
                self.record.faults.append(f"{verb} is refused with {refusal.code}")
            if refusal.code not in _AGAIN:
                asked.outcome = "unknown" if refusal.code == "duplicate" else "refused"
                return reply
            await asyncio.sleep(refusal.retry_after_ms / 1000)
            asked.sent += 1
        return reply

    async def _perhaps_again(self, asked: Asked, data: bytes) -> None:
        """P1: a command sent twice is applied once and answered alike."""
        if self._rng.random() >= self._habits.repeats:
            return
        asked.sent += 1
        again = await self._exchange(data)
        if again.refusal is None:
            asked.differently |= again.version != asked.version
        elif again.refusal.code not in _AGAIN:
            asked.differently = True

    async def _exchange(self, data: bytes) -> Reply:
        self._pending = data
        self._answered = asyncio.get_running_loop().create_future()
        await self._send(data)
        try:
            while True:
                try:
                    async with asyncio.timeout(PATIENCE_S):
                        return await asyncio.shield(self._answered)
                except TimeoutError:
                    if self._socket is not None:
                        await self._socket.close()
        finally:
            self._pending = None

    async def _send(self, data: bytes) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # it is sent again on the next one
                await self._socket.send(data, text=True)

    async def _visit(self) -> None:
        """One connection from its beginning to its end."""
        try:
            async with asyncio.timeout(_WELCOME_S):
                socket = await connect(
                    self._doors[self._door],
                    subprotocols=[SUBPROTOCOL],
                    compression=None,
                    max_size=None,
                    proxy=None,
                    ping_interval=_PING_S,
                    ping_timeout=_PING_S,
                    close_timeout=1,
                )
                await socket.send(encode({"hello": {"token": self._token, "room": self.record.code}}), text=True)
                welcome = decode_frame(await socket.recv(decode=False)).welcome
        except ConnectionClosed as closed:
            self._note_close(closed)
            return
        except (OSError, InvalidHandshake, TimeoutError):
            return
        if welcome is None:
            self.record.faults.append("the first frame is no welcome")
            return
        if self.record.code and welcome.room != self.record.code:
            self.record.faults.append(f"the seat was not resumed: {welcome.room!r} instead of {self.record.code}")
        self._token = welcome.token
        self._socket = socket
        if not self.record.code and self.record.away:
            self.record.away[-1].until = time.monotonic()
        if self._pending is not None:
            await self._send(self._pending)
        self._news.set()
        await self._read(socket)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            while True:
                await self._take(decode_frame(await socket.recv(decode=False)))
        except ConnectionClosed as closed:
            self._note_close(closed)
        except (msgspec.DecodeError, ValueError) as error:
            self.record.faults.append(f"unreadable: {error}")
            await socket.close()

    def _note_close(self, closed: ConnectionClosed) -> None:
        if closed.rcvd is not None and closed.rcvd.code == _TOKEN_SPENT:
            self.record.faults.append("the token is spent")
            self._token = ""

    async def _take(self, frame: ServerFrame) -> None:
        if frame.update is not None:
            await self._take_update(frame.update)
        elif frame.reply is not None:
            self._take_reply(frame.reply)
        elif frame.entered is not None:
            self._take_entered(frame.entered)
        elif frame.notice is not None:
            self.record.notices.append(frame.notice.kind)

    def _take_entered(self, entered: Entered) -> None:
        record = self.record
        if not record.code:
            record.code, record.seat = entered.code, entered.seat
        record.seats.append(entered.seat)

    def _take_reply(self, reply: Reply) -> None:
        mine = reply.id is not None and reply.id.session == self._session and reply.id.n == self._n
        if mine and self._pending is not None and self._answered is not None and not self._answered.done():
            self._answered.set_result(reply)

    async def _take_update(self, update: Update) -> None:
        record = self.record
        if update.closed:
            record.faults.append("the room was closed")
            return
        known = record.version
        if not update.full and update.version != known + 1:
            record.gaps += update.version > known
            record.repeats += update.version <= known
            return
        record.rollbacks += update.version < known
        now = time.monotonic()
        if record.away and record.away[-1].until == float("inf"):
            record.away[-1].until = now
        if update.table:
            self._table = decode_table(update.table)
        hand = None
        if update.seat is not None:
            self._seat = update.seat
            hand = tuple(update.seat.hand)
        seat = update.seat.seat if update.seat is not None else ""
        record.shown.append(Shown(update.version, now, update.now_ms, update.full, bytes(update.events), seat, hand))
        self._news.set()

    async def _play(self) -> None:
        while True:
            try:
                async with asyncio.timeout(_NUDGE_S):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()
            if self._choice() is None:
                continue
            await asyncio.sleep(self._rng.uniform(*self._habits.think_s))
            if (command := self._choice()) is not None:
                await self.ask(next(verb for verb in command if verb != "turn"), {"command": command})

    def _choice(self) -> Command | None:
        seat = self._seat
        if not self.playing or self._socket is None:
            return None
        if not seat.verbs and not seat.plays and not seat.catches:
            return None
        command = choose(seat, self._table, self._rng)
        turn = command.get("turn") if command is not None else None
        # A turn's number comes again in the next round.
        now = self._table.replay, self._table.turn_number
        if turn is not None and now != self._awake:
            # Thought of once a turn: asleep it stays so until the turn is over.
            if now == self._dozed:
                return None
            if self._rng.random() < self._habits.dozes:
                self._dozed = now
                self.record.slept.append(time.monotonic())
                return None
            self._awake = now
        return command
