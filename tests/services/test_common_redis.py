import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected

from services.common import redis
from services.common.config import ServiceConfig
from services.common.errors import CannotStart
from tools.dev.ports import free_ports
from tools.dev.servers import LOOPBACK

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def losing_the_reply_to(word: bytes, port: int) -> AsyncIterator[int]:
    """A proxy that passes everything on, but hangs up instead of passing back the answer to `word`."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(LOOPBACK, port)
        try:
            while asked := await reader.read(65_536):
                server_writer.write(asked)
                answer = await server_reader.read(65_536)
                if word in asked:
                    break
                writer.write(answer)
        finally:
            writer.close()
            server_writer.close()

    proxy = await asyncio.start_server(serve, LOOPBACK, 0)
    async with proxy:
        yield proxy.sockets[0].getsockname()[1]


async def test_bytes_in_bytes_out(redis_url: str) -> None:
    async with redis.connected(ServiceConfig(redis_url=redis_url), "test") as client:
        await client.set("a", b"\xff")
        assert await client.get("a") == b"\xff"


async def test_a_write_of_unknown_outcome_is_not_repeated(redis_url: str) -> None:
    server_port = urlsplit(redis_url).port
    assert server_port is not None
    async with losing_the_reply_to(b"INCR", server_port) as port:
        config = ServiceConfig(redis_url=f"redis://{LOOPBACK}:{port}/0")
        async with redis.connected(config, "test") as client:
            with pytest.raises(Disconnected):
                await client.incr("counter")
            assert await client.get("counter") == b"1"


async def test_a_connection_found_dead_is_replaced(redis_url: str) -> None:
    config = ServiceConfig(redis_url=redis_url)
    async with redis.connected(config, "test") as client, redis.connected(config, "killer") as killer:
        await client.set("a", b"1")
        await killer.client_kill_filter(skipme=True)
        await killer.ping()  # by now the end of the other connection has come in too
        assert await client.get("a") == b"1"


async def test_a_closed_transport_is_a_lost_connection_whatever_the_event_loop_calls_it(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """uvloop raises RuntimeError, which neither the library nor who calls it expects."""

    async def closed(*_: object) -> None:
        raise RuntimeError("the handler is closed")

    async with redis.connected(ServiceConfig(redis_url=redis_url), "test") as client:
        monkeypatch.setattr(AbstractConnection, "send_packed_command", closed)
        with pytest.raises(Disconnected, match="the handler is closed"):
            await client.set("a", b"1")
        monkeypatch.undo()
        assert await client.get("a") is None


async def test_a_server_too_old_is_refused(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis, "OLDEST", {"valkey": (99, 0), "redis": (99, 0)})
    with pytest.raises(CannotStart, match="too old"):
        async with redis.connected(ServiceConfig(redis_url=redis_url), "test"):
            pass


async def test_without_a_server_it_cannot_start() -> None:
    port = free_ports(LOOPBACK).redis
    config = ServiceConfig(redis_url=f"redis://:hunter2@{LOOPBACK}:{port}/0", start_s=0.3)
    with pytest.raises(CannotStart) as why:
        async with redis.connected(config, "test"):
            pass
    assert "ZEROCARDS_REDIS_URL" in str(why.value)
    assert "hunter2" not in str(why.value)
