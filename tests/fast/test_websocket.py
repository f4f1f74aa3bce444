"""The short way through the websocket library does what the library does, however the bytes are cut."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode

from services.common.fast.websocket import EXTENSION, FramesProtocol

MAX_SIZE = 300
_HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@dataclass
class Wire(asyncio.Transport):
    """The other side's view: what was written to it, and whether it was closed."""

    written: bytearray = field(default_factory=bytearray)
    closed: bool = False

    def get_extra_info(self, _name: str, default: Any = None) -> Any:
        return default

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        """Bytes come all the same: the strictest reading of what a transport may do."""

    def resume_reading(self) -> None:
        pass


class Conversation:
    """One connection to a protocol class, its application a list of what it was sent."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol]) -> None:
        self.heard: list[str | bytes | tuple[str, int]] = []
        self.wire = Wire()
        config = uvicorn.Config(
            self._app,
            interface="asgi3",
            ws=kind,
            ws_max_size=MAX_SIZE,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            log_config=None,
        )
        config.load()
        self.protocol = kind(config, ServerState(), {}, asyncio.get_running_loop())

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        short_way = scope["extensions"].get(EXTENSION)
        if short_way is not None:
            short_way.listen(self.heard.append)
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append(message["text"] if message.get("text") is not None else message["bytes"])
        self.heard.append(("closed", message["code"]))

    async def open(self) -> None:
        self.protocol.connection_made(self.wire)
        self.protocol.data_received(_HANDSHAKE)
        await _settled()
        assert self.wire.written.startswith(b"HTTP/1.1 101")
        self.wire.written.clear()

    async def hear(
        self, chunks: Sequence[bytes], *, in_one_turn: bool = True
    ) -> tuple[list[str | bytes | tuple[str, int]], bytes, bool]:
        for chunk in chunks:
            if self.wire.closed:
                break
            self.protocol.data_received(chunk)
            if not in_one_turn:
                await _settled()
        await _settled()
        told = list(self.heard), bytes(self.wire.written), self.wire.closed
        self.protocol.connection_lost(None)
        await _settled()
        return told


async def _settled() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


def masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


_payloads = st.one_of(st.binary(max_size=20), st.text(max_size=130).map(str.encode), st.sampled_from([b"x" * 150]))
_frames = st.one_of(
    st.builds(masked, st.just(Opcode.TEXT), st.text(max_size=40).map(str.encode)),
    st.builds(masked, st.just(Opcode.TEXT), st.text(min_size=100, max_size=140).map(str.encode)),
    st.builds(masked, st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.CONT]), _payloads, fin=st.booleans()),
    st.builds(masked, st.sampled_from([Opcode.PING, Opcode.PONG]), st.binary(max_size=125)),
    st.builds(lambda size: masked(Opcode.TEXT, b"x" * size), st.sampled_from([125, 126, MAX_SIZE, MAX_SIZE + 1])),
    st.just(bytes((masked(Opcode.TEXT, b"")[0] | 0x40,)) + masked(Opcode.TEXT, b"a reserved bit")[1:]),
    st.just(masked(Opcode.CLOSE, CloseCode.NORMAL_CLOSURE.to_bytes(2, "big"))),
    st.just(Frame(Opcode.TEXT, b"not masked").serialize(mask=False)),
    st.binary(min_size=1, max_size=12),
)


@given(frames=st.lists(_frames, max_size=6), cuts=st.lists(st.integers(1, 400), max_size=12), in_one_turn=st.booleans())
@example(frames=[masked(Opcode.TEXT, b"")], cuts=[2], in_one_turn=True)
@example(frames=[masked(Opcode.BINARY, b"a", fin=False), masked(Opcode.TEXT, b"b")], cuts=[], in_one_turn=True)
@example(frames=[masked(Opcode.TEXT, b"", fin=False), masked(Opcode.CONT, b""), b"\x83\x80"], cuts=[], in_one_turn=True)
@settings(max_examples=250, deadline=None)
def test_same_messages_same_answers_same_end(frames: list[bytes], cuts: list[int], *, in_one_turn: bool) -> None:
    """The library is given one byte after the other: from a chunk with a bad frame it forgets the good ones before."""
    data = b"".join(frames)

    async def told(kind: type[WebSocketsSansIOProtocol], chunks: Sequence[bytes], *, in_one_turn: bool) -> object:
        conversation = Conversation(kind)
        await conversation.open()
        return await conversation.hear(chunks, in_one_turn=in_one_turn)

    async def both() -> None:
        stock = await told(WebSocketsSansIOProtocol, _cut(data, [1] * len(data)), in_one_turn=True)
        assert await told(FramesProtocol, _cut(data, cuts), in_one_turn=in_one_turn) == stock

    asyncio.run(both())


def _cut(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    chunks, at = [], 0
    for size in cuts:
        chunks.append(data[at : at + size])
        at += size
    return [chunk for chunk in (*chunks, data[at:]) if chunk]


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_what_is_written_is_what_the_library_writes(size: int) -> None:
    async def write() -> None:
        conversation = Conversation(FramesProtocol)
        await conversation.open()
        protocol = conversation.protocol
        assert isinstance(protocol, FramesProtocol)
        assert protocol.write_text(b"x" * size)
        assert conversation.wire.written == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
        await conversation.hear([])

    asyncio.run(write())


@pytest.mark.parametrize(
    "hinder",
    [
        lambda talk: talk.protocol.pause_writing(),
        lambda talk: talk.protocol.data_received(masked(Opcode.CLOSE, b"")),
        lambda talk: talk.wire.close(),
    ],
    ids=["slow", "closing", "gone"],
)
def test_nothing_is_written_past_the_library_when_the_socket_does_not_take_it(
    hinder: Callable[[Conversation], None],
) -> None:
    async def write() -> None:
        conversation = Conversation(FramesProtocol)
        await conversation.open()
        protocol = conversation.protocol
        assert isinstance(protocol, FramesProtocol)
        hinder(conversation)
        written = bytes(conversation.wire.written)
        assert not protocol.write_text(b"late")
        assert conversation.wire.written == written
        protocol.connection_lost(None)
        await _settled()

    asyncio.run(write())
