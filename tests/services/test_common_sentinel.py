"""A primary, a replica and a Sentinel: the services' connections follow when the primary is gone."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError

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
        while not await client.execute_command("WAIT", 1, 100):
            pass
        # The Sentinel knows of the replica some seconds after its start.
        await _until_known(config)
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


async def _until_known(config: ServiceConfig) -> None:
    host, _, port = config.redis_sentinels[-1].partition(":")
    async with redis.connected(ServiceConfig(redis_url=f"redis://{host}:{port}"), "test") as sentinel:
        while True:
            try:
                state = await sentinel.execute_command("SENTINEL", "MASTER", NAME)
                if int(state[b"num-slaves"] if isinstance(state, dict) else state[state.index(b"num-slaves") + 1]):
                    return
            except Disconnected:
                pass
            await asyncio.sleep(0.05)
