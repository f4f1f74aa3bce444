"""`python -m tools.garbage.send`: so many hostile connections for so many seconds; prints what became of them."""

import asyncio
import contextlib
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from typing import Annotated

import typer
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.garbage.kinds import SOCKETS, STREAMS, Pieces
from tools.load.player import SUBPROTOCOL

_A_BATCH = 20
_PAUSE_S = 0.05
"""Some 400 pieces a second from each: forty times what anybody may."""
_AGAIN_S = 0.2
_LIVES_S = 3.0
"""A connection that is not closed by the other side is given up for a new one."""
_OPEN_S = 5.0


class Sender:
    """One hostile machine, at an address of its own: each limit for an address is met by it alone."""

    def __init__(self, number: int, url: str, done: Counter[str]) -> None:
        self._lot = random.Random(number)
        self._kinds = SOCKETS + STREAMS
        self._kind = self._kinds[number % len(self._kinds)]
        self._from = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        self._url = url
        self._done = done

    async def run(self, until: float) -> None:
        while time.monotonic() < until:
            self._done["connections"] += 1
            try:
                async with asyncio.timeout(_OPEN_S + _LIVES_S):
                    await (self._socket() if self._kind in SOCKETS else self._stream())
            except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as end:
                self._done[type(end).__name__] += 1
            await asyncio.sleep(_AGAIN_S)

    async def _socket(self) -> None:
        url = f"ws{self._url.removeprefix('http')}/ws"
        async with connect(
            url, subprotocols=[SUBPROTOCOL], proxy=None, local_addr=self._from, open_timeout=_OPEN_S, close_timeout=0.2
        ) as socket:
            reading = asyncio.create_task(self._read_on(socket.recv))
            try:
                for batch in self._batches():
                    for piece in batch:
                        await socket.send(piece)
                        self._done["pieces"] += 1
                    await asyncio.sleep(_PAUSE_S)
            finally:
                reading.cancel()

    async def _stream(self) -> None:
        host, _, port = self._url.rpartition("//")[2].partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=self._from)
        reading = asyncio.create_task(self._read_on(lambda: reader.readexactly(1)))
        try:
            for batch in self._batches():
                for piece in batch:
                    writer.write(piece if isinstance(piece, bytes) else piece.encode())
                    self._done["pieces"] += 1
                await writer.drain()
                await asyncio.sleep(_PAUSE_S)
                if reading.done():
                    return
        finally:
            reading.cancel()
            writer.close()

    def _batches(self) -> Iterator[Pieces]:
        """Pieces some at a time, for as long as a connection lives."""
        until, pieces = time.monotonic() + _LIVES_S, self._kind(self._lot)
        while time.monotonic() < until:
            yield islice(pieces, _A_BATCH)

    async def _read_on(self, read: Callable[[], Awaitable[object]]) -> None:
        """Whoever reads nothing is soon cut off for that alone."""
        with contextlib.suppress(ConnectionClosed, OSError, asyncio.IncompleteReadError):
            while True:
                await read()


async def send(url: str, connections: int, seconds: float) -> Counter[str]:
    done: Counter[str] = Counter()
    until = time.monotonic() + seconds
    await asyncio.gather(*(Sender(number, url, done).run(until) for number in range(connections)))
    return done


def main(
    url: Annotated[str, typer.Option()],
    connections: Annotated[int, typer.Option()] = 200,
    seconds: Annotated[float, typer.Option()] = 60,
) -> None:
    # Of a connection that was cut off: what else.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    print(json.dumps(asyncio.run(send(url, connections, seconds))))


if __name__ == "__main__":
    typer.run(main)
