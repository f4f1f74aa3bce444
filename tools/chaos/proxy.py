"""A TCP proxy on loopback through which one process reaches another, and what can go wrong on the way."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

HOST = "127.0.0.1"
_CHUNK = 64 * 1024
_SLOW_STEP_S = 0.02


class Proxy:
    """Passes bytes on in both directions, unless told otherwise. Made by `listening`; `target` may be set later."""

    def __init__(self) -> None:
        self.target = (HOST, 0)
        self.port = 0
        self.lost_answers = 0
        """How many connections were cut with an answer on the way."""
        self._open = asyncio.Event()
        self._open.set()
        self._delay_s = 0.0
        self._bytes_per_s = 0.0
        self._losing = False
        self._refusing = False
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._accepted: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Every connection is reset; who dials again gets through."""
        for pair in tuple(self._pairs):
            for writer in pair:
                _reset(writer)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Cuts, and resets whoever dials while the body runs."""
        self._refusing = True
        self.cut()
        try:
            yield
        finally:
            self._refusing = False

    @contextmanager
    def half_open(self) -> Iterator[None]:
        """Nothing arrives any more in either direction and nobody is told; at the end the connections are reset."""
        self._open.clear()
        try:
            yield
        finally:
            self.cut()
            self._open.set()

    @contextmanager
    def losing_answers(self) -> Iterator[None]:
        """What is asked arrives; instead of the answer the connection is reset."""
        self._losing = True
        try:
            yield
        finally:
            self._losing = False

    @contextmanager
    def delayed(self, seconds: float) -> Iterator[None]:
        """Everything is on the way for so long in each direction."""
        self._delay_s = seconds
        try:
            yield
        finally:
            self._delay_s = 0.0

    @contextmanager
    def slowed(self, bytes_per_s: float) -> Iterator[None]:
        """No more than so many bytes a second get through a connection in each direction."""
        self._bytes_per_s = bytes_per_s
        try:
            yield
        finally:
            self._bytes_per_s = 0.0

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(reader, writer))
        self._accepted.add(task)
        task.add_done_callback(self._accepted.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            _reset(writer)
            return
        try:
            onward_reader, onward = await asyncio.open_connection(*self.target)
        except OSError:
            _reset(writer)
            return
        pair = (writer, onward)
        self._pairs.add(pair)
        try:
            await asyncio.wait(
                [
                    asyncio.ensure_future(self._pass_on(reader, onward, answers=False)),
                    asyncio.ensure_future(self._pass_on(onward_reader, writer, answers=True)),
                ]
            )
        finally:
            self._pairs.discard(pair)
            for end in pair:
                end.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool) -> None:
        """To the end of what the one side says; the other is told of it."""
        with contextlib.suppress(OSError, RuntimeError):
            while data := await reader.read(_CHUNK):
                await self._open.wait()
                if answers and self._losing:
                    self.lost_answers += 1
                    break
                if self._delay_s:
                    await asyncio.sleep(self._delay_s)
                await self._send(writer, data)
            else:
                await self._open.wait()
                writer.write_eof()
                return
        self._end_pair_of(writer)

    async def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        while self._bytes_per_s and data:
            step = max(int(self._bytes_per_s * _SLOW_STEP_S), 1)
            writer.write(data[:step])
            await writer.drain()
            data = data[step:]
            await asyncio.sleep(_SLOW_STEP_S)
        writer.write(data)
        await writer.drain()

    def _end_pair_of(self, writer: asyncio.StreamWriter) -> None:
        for pair in tuple(self._pairs):
            if writer in pair:
                for end in pair:
                    _reset(end)


@asynccontextmanager
async def listening() -> AsyncIterator[Proxy]:
    """A proxy on a free port while the body runs."""
    proxy = Proxy()
    server = await asyncio.start_server(proxy._accept, HOST, 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()
        if proxy._accepted:
            await asyncio.wait(proxy._accepted, timeout=1)


def _reset(writer: asyncio.StreamWriter) -> None:
    """As when a machine is gone: no last words."""
    sock = writer.get_extra_info("socket")
    if sock is not None and not writer.transport.is_closing():
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
