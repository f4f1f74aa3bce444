"""An HTTP server inside a running event loop: uvicorn with its start, its end and its signals left to us."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from services.common.errors import CannotStart
from services.common.hasty import hasty

_STANDS_STILL_MS = 30_000
_OPTIONS: dict[str, Any] = {"log_config": None, "access_log": False, "lifespan": "off", "server_header": False}


_ANYONES = frozenset(
    {
        "ASGI callable returned without completing handshake.",  # a socket that was turned away
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        "Exceeded concurrency limit.",
    }
)


def _is_ours(record: logging.LogRecord) -> bool:
    """What uvicorn says of what others send: anyone could fill the logs."""
    return record.msg not in _ANYONES


logging.getLogger("uvicorn.error").addFilter(_is_ours)


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are `run`'s: it drains in order, and uvicorn would stop first."""
        yield


@asynccontextmanager
async def listening(app: ASGIApp, host: str, port: int, *, send_buffer: int = 0, **options: Any) -> AsyncIterator[int]:
    """Serves `app` while the body runs; yields the port. `options` are uvicorn's.

    `send_buffer` bounds what the kernel keeps for one reader, in bytes; 0 leaves it to the kernel (megabytes).
    Raises CannotStart if the port is taken.
    """
    sock = bind(host, port)
    if send_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    options = _OPTIONS | {"http": hasty()} | options
    server = _Server(uvicorn.Config(app, **options))
    serving = asyncio.create_task(server.serve([sock]))
    try:
        yield sock.getsockname()[1]
    finally:
        server.should_exit = True
        await serving


def bind(host: str, port: int) -> socket.socket:
    """A listening socket, or CannotStart with the reason."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        sock = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise CannotStart(f"cannot listen on {host}:{port}: {error.strerror}") from error
    # Accepted connections inherit it. A peer that stands still would otherwise hold what is written to it for ever:
    # closing waits for the last byte.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STANDS_STILL_MS)
    return sock
