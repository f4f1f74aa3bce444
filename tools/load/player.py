"""One player on one socket: gets in, keeps the views current, moves when it may, times what it did."""

import asyncio
import random
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from tools.load.choose import ROOM_VERBS, Command, choose
from tools.load.figures import Counts
from tools.load.frames import (
    Entered,
    Refusal,
    Reply,
    Seat,
    ServerFrame,
    Table,
    Update,
    decode_frame,
    decode_table,
    encode,
)
from tools.load.history import PlayerHistory
from tools.load.pace import Pace

SUBPROTOCOL = Subprotocol("zerocards.v1.json")
ANSWER_TIMEOUT_S = 5.0
# A refusal that says something about the service, not about the move.
_FAULTS = frozenset({"overloaded", "unavailable", "internal", "rate_limited", "bad_command", "unknown_command"})


class LoadError(Exception):
    """The load cannot be played as asked."""


@dataclass
class _Sent:
    n: int
    at: float
    command: Command
    # When the update of the version that it got came; the reply may come before or after.
    accepted_version: int = 0


class Player:
    """Moves one command at a time, as the web client does."""

    def __init__(self, name: str, history: PlayerHistory, counts: Counts, pace: Pace, rng: random.Random) -> None:
        self.name = name
        self.history = history
        self.playing = False
        self._counts = counts
        self._pace = pace
        self._rng = rng
        self._session = secrets.token_hex(8)
        self._n = 0
        self._seat = Seat()
        self._table: msgspec.Raw = msgspec.Raw(b"")
        self._seen_at: dict[int, float] = {}
        self._sent: _Sent | None = None
        self._queued = False
        self._entered: asyncio.Future[Entered] | None = None
        self._ordered: asyncio.Future[Refusal | None] | None = None
        self._socket: ClientConnection | None = None

    async def connect(self, url: str) -> None:
        """Dials and gets the welcome; LoadError when the gateway will not have us."""
        try:
            self._socket = await connect(
                url, subprotocols=[SUBPROTOCOL], compression=None, max_size=None, ping_interval=None
            )
            await self._socket.send(encode({"hello": {}}), text=True)
            if decode_frame(await self._socket.recv(decode=False)).welcome is None:
                raise LoadError(f"{self.name}: no welcome")
        except (OSError, ConnectionClosed, InvalidHandshake) as error:
            raise LoadError(f"{self.name}: {url} does not let us in: {error}") from error

    async def enter(self, frame: Mapping[str, object]) -> str:
        """Sends a `create` or an `enter` and returns the room's code."""
        self._entered = asyncio.get_running_loop().create_future()
        await self._send(frame)
        try:
            entered = await asyncio.wait_for(self._entered, ANSWER_TIMEOUT_S)
        except TimeoutError:
            raise LoadError(f"{self.name}: no answer to {frame}") from None
        self.history.seat = entered.seat
        return entered.code

    async def order(self, command: Command) -> None:
        """Gives a command before play begins and waits until it is accepted; LoadError when it is not."""
        self._ordered = asyncio.get_running_loop().create_future()
        await self._send({"command": command})
        try:
            refusal = await asyncio.wait_for(self._ordered, ANSWER_TIMEOUT_S)
        except TimeoutError:
            raise LoadError(f"{self.name}: no answer to {command}") from None
        if refusal is not None:
            raise LoadError(f"{self.name}: {command} is refused with {refusal.code}")

    async def run(self) -> None:
        """Reads and moves until the socket is closed."""
        if self._socket is None:
            raise LoadError(f"{self.name} is not connected")
        try:
            while True:
                data = await self._socket.recv(decode=False)
                if self._counts.open:
                    self._counts.frames_received += 1
                    self._counts.bytes_received += len(data)
                await self._take(decode_frame(data))
        except ConnectionClosed as closed:
            if self.playing:
                self._counts.errors[f"closed {closed.rcvd.code if closed.rcvd else 1006}"] += 1
        except (msgspec.DecodeError, ValueError) as error:
            self._counts.errors[f"undecodable: {error}"] += 1

    async def play(self) -> None:
        """From now on moves whenever it may."""
        self.playing = True
        await self._consider()

    def stop(self) -> None:
        """Moves no more; what was sent is still answered."""
        self.playing = False

    @property
    def settled(self) -> bool:
        return self._sent is None

    async def nudge(self) -> None:
        """Called now and then: gives up on what was never answered, and tries again what was refused."""
        if self._sent is not None and time.perf_counter() - self._sent.at > ANSWER_TIMEOUT_S:
            self._counts.errors["unanswered"] += 1
            self._sent = None
        await self._consider()

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def _take(self, frame: ServerFrame) -> None:
        if frame.update is not None:
            await self._take_update(frame.update)
        elif frame.reply is not None:
            await self._take_reply(frame.reply)
        elif frame.entered is not None:
            if self._entered is not None and not self._entered.done():
                self._entered.set_result(frame.entered)
        elif frame.notice is not None:
            self._counts.errors[f"notice {frame.notice.kind}"] += 1

    async def _take_update(self, update: Update) -> None:
        if not self.history.saw(update.version, update.table, update.events, full=update.full):
            if update.version > self.history.version:
                await self._send({"resync": {}})
            return
        if update.table:
            self._table = update.table
        if update.seat is not None:
            self._seat = update.seat
        if self._sent is not None:
            self._seen_at[update.version] = time.perf_counter()
            self._settle()
        await self._consider()

    async def _take_reply(self, reply: Reply) -> None:
        sent = self._sent
        if reply.id is None or sent is None or reply.id.n != sent.n:
            self._take_setup_reply(reply)
            return
        if reply.refusal is None:
            sent.accepted_version = reply.version
            self._settle()
            await self._consider()
            return
        code = reply.refusal.code
        if code in _FAULTS:
            self._counts.errors[code] += 1
        elif self._counts.open:
            self._counts.refused[code] += 1
        self._sent = None  # the view that explains it is on its way, or `nudge` comes

    def _settle(self) -> None:
        """A move is done with when its reply and its update are here."""
        sent = self._sent
        if sent is None or not sent.accepted_version or sent.accepted_version > self.history.version:
            return
        self._sent = None
        if not sent.command.keys().isdisjoint(ROOM_VERBS):
            self._counts.rounds += 1
        else:
            self.history.was_acknowledged(sent.accepted_version)
            if self._counts.open:
                self._counts.moves += 1
                self._counts.latencies_ms.append((self._seen_at[sent.accepted_version] - sent.at) * 1000)
                self._counts.seen_at.append(time.time())
        self._seen_at.clear()

    async def _consider(self) -> None:
        if self.playing and not self._queued and self._sent is None and self._choose() is not None:
            self._queued = True
            await self._pace.ready(self._move)

    async def _move(self) -> None:
        self._queued = False
        if self.playing and self._sent is None and (command := self._choose()) is not None:
            await self._submit(command)

    def _choose(self) -> Command | None:
        if not self._seat.verbs and not self._seat.plays and not self._seat.catches:
            return None
        return choose(self._seat, decode_table(self._table) if self._table else Table(), self._rng)

    async def _submit(self, command: Command) -> None:
        self._sent = _Sent(n=self._n + 1, at=time.perf_counter(), command=command)
        await self._send({"command": command})

    async def _send(self, frame: Mapping[str, object]) -> None:
        self._n += 1
        if self._socket is not None:
            await self._socket.send(encode({"id": {"session": self._session, "n": self._n}, **frame}), text=True)

    def _take_setup_reply(self, reply: Reply) -> None:
        """The answer to a frame sent before play began."""
        if self._ordered is not None and not self._ordered.done():
            self._ordered.set_result(reply.refusal)
        elif reply.refusal is not None:
            if self._entered is not None and not self._entered.done():
                self._entered.set_exception(LoadError(f"{self.name}: refused with {reply.refusal.code}"))
            else:
                self._counts.errors[f"stray refusal {reply.refusal.code}"] += 1
