"""Connections that have said hello and nothing more: what they cost is measured around them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tools.load.frames import decode_frame, encode
from tools.load.player import SUBPROTOCOL

_DIALS = 20


@asynccontextmanager
async def idling(url: str, connections: int) -> AsyncIterator[None]:
    """So many are open while the body runs. They answer pings, as a browser does."""
    dials = asyncio.Semaphore(_DIALS)
    address = f"ws://{urlsplit(url).netloc}/ws"

    async def dial() -> ClientConnection:
        async with dials:
            socket = await connect(
                address, subprotocols=[SUBPROTOCOL], compression=None, ping_interval=None, max_queue=None
            )
            await socket.send(encode({"hello": {}}), text=True)
            if decode_frame(await socket.recv(decode=False)).welcome is None:
                raise OSError("no welcome for an idle connection")
            return socket

    async with AsyncExitStack() as open_ones:
        for socket in await asyncio.gather(*(dial() for _ in range(connections))):
            open_ones.push_async_callback(socket.close)
        yield
