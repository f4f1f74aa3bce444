"""A primary, a replica and a Sentinel: the services' connections follow when the primary is gone."""

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError, ResponseError

from services.common import redis
from services.common.config import ServiceConfig
from services.common.errors import CannotStart
from services.game.pipelined import Pipelined
from tools.dev.child import Child
from tools.dev.ports import free_ports
from tools.dev.servers import LOOPBACK, probe_redis, redis_server, redis_url

pytestmark = pytest.mark.asyncio

NAME = "rooms"


@pytest_asyncio.fixture
async def primary(tmp_path: Path) -> AsyncIterator[tuple[Child, ServiceConfig]]:
    base = free_ports(LOOPBACK).base
    servers = [redis_server(base + number, tmp_path / f"data{number}", tmp_path / f"log{number}") for number in (0, 1)]
    for number, server in enumerate(servers):
        # A Sentinel has each server write its part into its file: not into ours.
        program, config, *rest = server.command
        own = shutil.copy(config, tmp_path / f"redis{number}.conf")
        server.command = [program, str(own), *rest]
    servers[1].command = [*servers[1].command, "--replicaof", f"{LOOPBACK} {base}"]
    settings = tmp_path / "sentinel.conf"
    settings.write_text(
        f"port {base + 2}\ndir {tmp_path}\nsentinel monitor {NAME} {LOOPBACK} {base} 1\n"
        f"sentinel down-after-milliseconds {NAME} 500\n"
    )
    sentinel = Child(
        name="sentinel",
        command=[servers[0].command[0], str(settings), "--sentinel"],
        log=tmp_path / "sentinel.log",
        cwd=tmp_path,
        ports=[base + 2],
        probe=lambda: probe_redis(redis_url(base + 2)),
    )
    async with AsyncExitStack() as ends:
        for child in (*servers, sentinel):
            child.start()
            ends.push_async_callback(child.stop, 5)
            await child.ready(10)
        yield (
            servers[0],
            ServiceConfig(redis_url=f"redis://{NAME}/0", redis_sentinels=("nobody:1", f"{LOOPBACK}:{base + 2}")),
        )


async def test_connections_follow_the_primary(primary: tuple[Child, ServiceConfig]) -> None:
    server, config = primary
    async with redis.connected(config, "test") as client, asyncio.timeout(60):
        pipelined = Pipelined(client.connection_pool)
        talking = asyncio.create_task(pipelined.run())
        await client.set("room", "kept")
        await _until_followed(client, config)
        server.kill()
        while True:
            try:
                # Whichever way they go, the pool's or the pipeline's, both find the new primary.
                assert await client.set("written", "afterwards")
                assert await pipelined.execute(("GET", "room"), ("SET", "both", "1")) == [b"kept", b"OK"]
                break
            except RedisError:
                await asyncio.sleep(0.05)
        talking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await talking


async def test_a_primary_that_was_replaced_and_is_back_is_left_at_once(primary: tuple[Child, ServiceConfig]) -> None:
    """The Sentinels let it be for some seconds more, in which it refuses every write for want of replicas."""
    server, config = primary
    address = ServiceConfig(redis_url=redis_url(server.ports[0]))
    async with redis.connected(config, "test") as client, redis.connected(address, "test") as old, asyncio.timeout(60):
        pipelined = Pipelined(client.connection_pool)
        talking = asyncio.create_task(pipelined.run())
        assert await pipelined.execute(("SET", "room", "kept")) == [b"OK"]
        await _until_followed(client, config)
        await client.config_set("min-replicas-to-write", 1)
        await client.config_set("min-replicas-max-lag", 1)
        os.kill(server.pid, signal.SIGSTOP)
        try:
            await _until_replaced(config, server.ports[0])
        finally:
            os.kill(server.pid, signal.SIGCONT)
        with pytest.raises(ResponseError, match="NOREPLICAS"):
            await _written_for_ever(old)
        for write in (lambda: client.set("a", 1), lambda: pipelined.execute(("SET", "b", 1))):
            with pytest.raises(ResponseError, match="NOREPLICAS"):
                await write()
            assert await write()
        talking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await talking


async def test_without_a_sentinel_there_is_no_start() -> None:
    config = ServiceConfig(redis_url=f"redis://me:hunter2@{NAME}/0", redis_sentinels=(f"{LOOPBACK}:1",), start_s=0.5)
    with pytest.raises(CannotStart) as why:
        async with redis.connected(config, "test"):
            pass
    assert "hunter2" not in str(why.value)


async def test_what_is_no_address_is_refused() -> None:
    config = ServiceConfig(redis_sentinels=("sentinel:first",))
    with pytest.raises(CannotStart, match="ZEROCARDS_REDIS_SENTINELS"):
        async with redis.connected(config, "test"):
            pass


async def _written_for_ever(client: Redis) -> None:
    while True:
        await client.set("lost", 1)


async def _until_followed(client: Redis, config: ServiceConfig) -> None:
    """The replica has everything, and the Sentinel knows of it: that takes some seconds after its start."""
    while not await client.execute_command("WAIT", 1, 100):
        pass
    await _until(config, lambda state: int(state[b"num-slaves"]) > 0)


async def _until_replaced(config: ServiceConfig, port: int) -> None:
    await _until(config, lambda state: int(state[b"port"]) != port)


async def _until(config: ServiceConfig, true: Callable[[dict[bytes, bytes]], bool]) -> None:
    """Of what the Sentinel says of the primary."""
    host, _, port = config.redis_sentinels[-1].partition(":")
    async with redis.connected(ServiceConfig(redis_url=f"redis://{host}:{port}"), "test") as sentinel:
        while True:
            try:
                state = await sentinel.execute_command("SENTINEL", "MASTER", NAME)
                if true(state if isinstance(state, dict) else dict(zip(state[::2], state[1::2], strict=True))):
                    return
            except Disconnected:
                pass
            await asyncio.sleep(0.05)
