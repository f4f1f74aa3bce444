"""`python -m tools.bench.nuisance stalled`: one client in a room that is no joy to serve; says what became of it."""

import asyncio
import contextlib
import json
import secrets
import socket
import time
from collections import Counter
from itertools import count
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
import typer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.load.player import SUBPROTOCOL

KINDS = ("stalled", "flooding")
HERE = "here"
"""Said when it has come in."""
_RECEIVE_BYTES = 4_096
"""All that the kernel takes for a client that reads nothing: the rest waits in the gateway."""
_ASKS_EVERY_S = 1.0
"""Whole views, so that there is more to pile up than the room's updates."""
_BATCH = 50
_BATCH_EVERY_S = 0.025
"""2,000 frames a second: two hundred times the limit."""
_AGAIN_S = 0.2


class Nuisance:
    """Comes back whenever it is cut off."""

    def __init__(self, kind: str, url: str, code: str) -> None:
        self._kind = kind
        self._url = url
        self._code = code
        self._token = ""
        self._session = secrets.token_hex(8)
        self._numbers = count(1)
        self.done: Counter[str] = Counter()

    async def run(self, until: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(until - time.monotonic()):
                while True:
                    try:
                        await self._visit()
                    except ConnectionClosed as closed:
                        self.done[f"closed {closed.rcvd.code if closed.rcvd else 1006}"] += 1
                    except (OSError, InvalidHandshake) as error:
                        self.done[type(error).__name__] += 1
                    await asyncio.sleep(_AGAIN_S)

    async def _visit(self) -> None:
        async with connect(
            f"ws{self._url.removeprefix('http')}/ws",
            sock=_reading_little(self._url),
            subprotocols=[SUBPROTOCOL],
            compression=None,
            proxy=None,
            ping_interval=None,
            close_timeout=0.2,
            max_queue=1 if self._kind == "stalled" else None,
        ) as client:
            self.done["connections"] += 1
            await self._send(client, {"hello": {"token": self._token}})
            welcome = msgspec.json.decode(await client.recv(decode=False))["welcome"]
            self._token = welcome["token"]
            await self._send(client, {"enter": {"code": self._code, "watch": True}})
            if self.done["connections"] == 1:
                print(HERE, flush=True)
            await (self._stall(client) if self._kind == "stalled" else self._flood(client))

    async def _stall(self, client: ClientConnection) -> None:
        """It reads nothing more, and goes on asking."""
        while True:
            await self._send(client, {"resync": {}})
            await asyncio.sleep(_ASKS_EVERY_S)

    async def _flood(self, client: ClientConnection) -> None:
        reading = asyncio.create_task(_read_on(client))
        try:
            while True:
                for _ in range(_BATCH):
                    await self._send(client, {"resync": {}})
                await asyncio.sleep(_BATCH_EVERY_S)
        finally:
            reading.cancel()

    async def _send(self, client: ClientConnection, body: dict[str, object]) -> None:
        frame = {"id": {"session": self._session, "n": next(self._numbers)}, **body}
        await client.send(msgspec.json.encode(frame), text=True)
        self.done["frames"] += 1


def _reading_little(url: str) -> socket.socket:
    """A connected socket. Its buffer must be small before it is connected, or the other side is told otherwise."""
    parts = urlsplit(url)
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BYTES)
    made.connect((parts.hostname, parts.port))
    made.setblocking(False)
    return made


async def _read_on(client: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await client.recv(decode=False)


def main(
    kind: Annotated[str, typer.Argument(help=" or ".join(KINDS))],
    url: Annotated[str, typer.Option()],
    code: Annotated[str, typer.Option(help="The room that it is in.")],
    seconds: Annotated[float, typer.Option()],
) -> None:
    """Be a nuisance."""
    if kind not in KINDS:
        raise typer.BadParameter(kind)
    nuisance = Nuisance(kind, url, code)
    asyncio.run(nuisance.run(time.monotonic() + seconds))
    print(json.dumps(nuisance.done))


if __name__ == "__main__":
    typer.run(main)
