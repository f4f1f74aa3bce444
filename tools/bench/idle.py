"""Connections that have said hello and nothing more: what each of them costs the gateway in memory."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tools.load.frames import decode_frame, encode
from tools.load.player import SUBPROTOCOL

_DIALS = 20
_RESIDENT = re.compile(r"^VmRSS:\s+(\d+) kB$", re.MULTILINE)


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


def resident_kb(pids: Mapping[str, int]) -> dict[str, int]:
    """By process; 0 for one that is gone."""
    found = {}
    for name, pid in pids.items():
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except FileNotFoundError:
            status = ""
        resident = _RESIDENT.search(status)
        found[name] = int(resident[1]) if resident else 0
    return found
