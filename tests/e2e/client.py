"""A player's browser as far as the socket goes: one identity, one connection at a time, everything it ever heard."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from google.protobuf import json_format
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin
from zerocards.gateway.v1.socket_pb2 import Entered, Reply, ServerFrame, Update, Welcome
from zerocards.lobby.v1.lobby_pb2 import OpenRoom

from tests.e2e.heard import Heard
from tests.e2e.seen import Seen
from tools.load.player import SUBPROTOCOL

T = TypeVar("T")

SOON_S = 5.0
ANSWER_S = 15.0
"""A gateway tries a command for 10 s before it says that nobody answers."""
_RETRY_S = 0.1


class Lost(Exception):
    """There was no welcome. `code` is that of the close frame, 0 where it did not come to that."""

    def __init__(self, why: str, code: int = 0) -> None:
        super().__init__(why)
        self.code = code


@dataclass
class _Asked:
    """A frame without its answer."""

    text: str
    reply: asyncio.Future[Reply]
    command: str


@dataclass(frozen=True)
class Acknowledged:
    """A room command that was accepted."""

    id: str
    command: str
    version: int


class Client:
    """Repeats under their ids, once it is connected again, the frames that were not answered (P1)."""

    def __init__(self, url: str, name: str) -> None:
        """`url` is where a browser would go."""
        self.name = name
        self.token = ""
        self.player_id = ""
        self.session = secrets.token_hex(8)
        self.code = ""
        self.seat = ""
        self.waiting = False
        self.seen = Seen()
        self.acknowledged: list[Acknowledged] = []
        self.connections = 0
        self.close_code: int | None = None
        """Of the last connection; None while it is open."""
        self._url = url
        self._n = 0
        self._asked: dict[int, _Asked] = {}
        self._heard = Heard()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    # --- the connection -------------------------------------------------------------------------------------------

    async def connect(self, room: str = "", token: str | None = None) -> Welcome:
        """Says hello with the last token, or the one given. Raises Lost when that does not lead to a welcome."""
        hello = {"hello": {"token": self.token if token is None else token, "room": room}}
        try:
            async with asyncio.timeout(SOON_S):
                socket = await self._dial()
                await socket.send(msgspec.json.encode(hello).decode())
                first = await socket.recv()
        except ConnectionClosed as closed:
            raise Lost(f"{self.name}: no welcome: {closed}", closed.rcvd.code if closed.rcvd else 0) from closed
        except (OSError, InvalidHandshake) as error:
            raise Lost(f"{self.name}: no welcome: {error}") from error
        welcome = _parse(first).welcome
        assert welcome.token, f"{self.name}: the first frame is no welcome"
        self.token, self.player_id = welcome.token, welcome.player_id
        self._socket, self.close_code = socket, None
        self.connections += 1
        self._reading = asyncio.create_task(self._read(socket))
        for asked in tuple(self._asked.values()):
            await self.raw(asked.text)
        return welcome

    async def _dial(self) -> ClientConnection:
        return await connect(
            f"ws{self._url.removeprefix('http')}/ws",
            subprotocols=[SUBPROTOCOL],
            origin=Origin(self._url),
            proxy=None,
            max_size=None,
        )

    async def drop(self) -> None:
        """The tab is closed."""
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await self._reading

    async def reload(self) -> Welcome:
        """The page begins anew and knows its token and its room."""
        await self.drop()
        self.session, self._n, self._asked = secrets.token_hex(8), 0, {}
        self.seat, self.seen = "", Seen()
        return await self.connect(self.code)

    async def closed(self) -> int:
        """Waits for the other side to close; returns its code."""
        await self.until(lambda: self.close_code is not None, "closed")
        return self.close_code or 0

    async def stay(self) -> None:
        """Runs until cancelled: connects again whenever the connection is lost, and resumes the room (P5)."""
        while True:
            if self._reading is not None:
                await asyncio.wait([self._reading])
                self._heard.must_be_sound()
            try:
                await self.connect(self.code)
            except Lost:
                await asyncio.sleep(_RETRY_S)

    # --- asking ---------------------------------------------------------------------------------------------------

    async def send(self, **frame: Any) -> asyncio.Future[Reply]:
        """Sends a frame under the next id; the reply comes when it comes."""
        self._n += 1
        text = msgspec.json.encode({"id": {"session": self.session, "n": self._n}, **frame}).decode()
        command = next((verb for verb in frame.get("command", ()) if verb != "turn"), "")
        asked = self._asked[self._n] = _Asked(text, asyncio.get_running_loop().create_future(), command)
        await self.raw(text)
        return asked.reply

    async def ask(self, **frame: Any) -> Reply:
        """Sends a frame and waits for its reply."""
        reply = await self.send(**frame)
        async with asyncio.timeout(ANSWER_S):
            return await reply

    async def does(self, **frame: Any) -> int:
        """Asks for what must be granted; returns the version that holds the effect once that has been shown."""
        reply = await self.ask(**frame)
        assert not reply.HasField("refusal"), f"{self.name}: {frame} is refused: {reply.refusal}"
        if "leave" not in frame.get("command", ()):
            await self.until(lambda: self.seen.version >= reply.version, f"shown version {reply.version}")
        return reply.version

    async def refused(self, **frame: Any) -> str:
        """Asks for what must be refused; returns the code."""
        reply = await self.ask(**frame)
        assert reply.HasField("refusal"), f"{self.name}: {frame} is granted"
        return reply.refusal.code

    async def create(self, ruleset: str, settings: Mapping[str, str]) -> str:
        """Opens a room; returns its code."""
        await self.does(create={"name": self.name, "ruleset": ruleset, "settings": dict(settings)})
        return self.code

    async def enter(self, code: str, *, watch: bool = False) -> None:
        await self.does(enter={"code": code, "name": self.name, "watch": watch})

    async def command(self, verb: str, **fields: Any) -> int:
        """A room command that must be granted, bound to no turn."""
        return await self.does(command={verb: fields})

    async def shown_all(self) -> None:
        """Asks for the whole state, as after a gap, and waits for it."""
        seen, before = self.seen, self.seen.history.resyncs
        await self.ask(resync={})
        await self.until(lambda: seen.history.resyncs > before, "shown everything again")

    async def raw(self, data: str | bytes) -> None:
        """Sends whatever that is; to nobody where the connection is lost."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(data)

    async def ping(self) -> None:
        """Returns when all that was sent before has been read."""
        pongs = len(self.of("pong"))
        await self.raw('{"ping":{"sentMs":1}}')
        await self.until(lambda: len(self.of("pong")) > pongs, "a pong")

    # --- hearing --------------------------------------------------------------------------------------------------

    async def until(self, done: Callable[[], T | None], what: str, within_s: float = SOON_S) -> T:
        """Looks with every frame that comes, until `done` says something that is true; returns that."""
        try:
            return await self._heard.until(done, within_s)
        except TimeoutError:
            raise AssertionError(f"{self.name}: not {what} within {within_s} s, {self._state()}") from None

    async def shown_more(self, than: int, at_most_s: float) -> None:
        """Returns when a later version has been shown, or when the time is over."""
        await self._heard.at_most(lambda: self.seen.version > than, at_most_s)

    def assert_read_all(self, rollbacks: int = 0) -> None:
        """No version was missed or repeated, or taken back more often, and every frame was the contract's (P3)."""
        self._heard.must_be_sound()
        history = self.seen.history
        assert (self.name, history.gaps, history.repeats, history.rollbacks) == (self.name, 0, 0, rollbacks)

    def of(self, kind: str) -> list[ServerFrame]:
        """The frames of one kind so far."""
        return self._heard.of(kind)

    def listed(self, code: str) -> OpenRoom | None:
        """The room in the list of open lobbies as it came last."""
        lists = self.of("lobbies")
        return next((room for room in lists[-1].lobbies.rooms if room.code == code), None) if lists else None

    @property
    def notices(self) -> list[str]:
        return [frame.notice.kind for frame in self.of("notice")]

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                await self._take(text)
        except ConnectionClosed:
            pass
        except Exception as fault:
            self._heard.fault = fault
        if self._socket is socket:
            self.close_code = socket.close_code
        await self._heard.tell()

    async def _take(self, text: str | bytes) -> None:
        frame = _parse(text)
        match self._heard.add(frame):
            case "entered":
                self._take_entered(frame.entered)
            case "update":
                await self._take_update(frame.update, text.encode() if isinstance(text, str) else text)
            case "reply":
                self._take_reply(frame.reply)
        await self._heard.tell()

    def _take_entered(self, entered: Entered) -> None:
        if entered.code != self.code:
            self.seen = Seen()
        self.code, self.seat, self.waiting = entered.code, entered.seat, entered.waiting

    async def _take_update(self, update: Update, text: bytes) -> None:
        if not self.seen.take(update, text):
            await self.send(resync={})

    def _take_reply(self, reply: Reply) -> None:
        if not reply.HasField("id") or reply.id.session != self.session:
            return
        asked = self._asked.pop(reply.id.n, None)
        if asked is None:
            return
        if asked.command and not reply.HasField("refusal"):
            self.acknowledged.append(Acknowledged(f"{self.session}:{reply.id.n}", asked.command, reply.version))
        # Who asked may have gone.
        if not asked.reply.done():
            asked.reply.set_result(reply)

    def _state(self) -> str:
        closed = "" if self.close_code is None else f"closed with {self.close_code}, "
        where = f"at version {self.seen.version} of {self.code or 'no room'}"
        return f"{closed}{where}; the last frame was:\n{self._heard.last}"


def _parse(text: str | bytes) -> ServerFrame:
    """Strictly: what the contract does not know is an error."""
    return json_format.Parse(text, ServerFrame())
