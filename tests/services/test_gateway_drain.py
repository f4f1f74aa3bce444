"""Down in order: not ready, everybody sent elsewhere, the rooms told, the lease given up (P5, P6)."""

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack

import httpx
import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from services.common.health import Health
from services.common.leases import LEASE_S
from services.gateway.closing import Close
from services.gateway.connections import Connections
from services.gateway.door import SUBPROTOCOL
from tests.fixtures.gateway import Client, GatewayWorld
from tools.dev.ports import free_ports

pytestmark = pytest.mark.asyncio


@pytest.fixture(params=[False, True], ids=["library", "short way"])
def short_ways(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


CODE = "ABCDEFGH"


async def _leases(redis: Redis) -> list[bytes]:
    return [key async for key in redis.scan_iter("gateway:*")]


async def test_a_gateway_that_stops_sends_everybody_elsewhere(gateway_world: GatewayWorld) -> None:
    room = gateway_world.worker.open(CODE)
    health = Health()
    async with AsyncExitStack() as life:
        port = await life.enter_async_context(gateway_world.run_gateway(health))
        ada, idle = await gateway_world.client(port), await gateway_world.socket(port)
        await ada.enter(CODE)
        [lease] = await _leases(gateway_world.redis)
        assert 0 < await gateway_world.redis.ttl(lease) <= LEASE_S

        health.drain()
        with pytest.raises(InvalidStatus) as denied:
            await gateway_world.socket(port)
        assert denied.value.response.status_code == 503
        ending = asyncio.create_task(life.aclose())
        assert (await ada.next("notice")).notice.kind == "reconnect"
        assert await ada.closed() == await idle.closed() == 1012
        await ending

    assert room.seats[ada.player_id].connection == ""
    assert await _leases(gateway_world.redis) == []


async def test_a_command_under_way_is_answered_before_the_end(gateway_world: GatewayWorld) -> None:
    """P6: a deploy refuses no command."""
    worker = gateway_world.worker
    room = worker.open(CODE)
    async with AsyncExitStack() as life:
        port = await life.enter_async_context(gateway_world.run_gateway(Health()))
        ada = await gateway_world.client(port)
        await ada.enter(CODE)
        version = room.version
        worker.hold = asyncio.Event()
        await ada.send(command={"turn": 1, "draw": {}})
        await worker.asked(CODE, "connect", "draw")

        ending = asyncio.create_task(life.aclose())
        assert await ada.closed() == 1012
        worker.hold.set()
        await ending

    assert worker.kinds(CODE) == ["join", "connect", "draw", "disconnect"]
    assert room.version == version + 2


async def test_sockets_go_in_batches_in_no_order() -> None:
    class Socket:
        def __init__(self, number: int) -> None:
            self.address = f"192.0.2.{number % 256}"
            self.waiting = 0
            self.said: list[bytes] = []
            self.code: Close | None = None

        def send(self, frame: bytes) -> None:
            self.said.append(frame)

        def end(self, code: Close) -> None:
            self.code = code

    connections = Connections(most=1_000, per_address=0)
    sockets = [Socket(number) for number in range(120)]
    for socket in sockets:
        connections.add(socket)

    draining = asyncio.create_task(connections.drain(spread_s=0.1))
    await asyncio.sleep(0)
    first = [socket for socket in sockets if socket.code]
    assert len(first) == 50
    assert first != sockets[:50]
    for socket in sockets:
        connections.remove(socket, "")
    await draining

    assert {socket.code for socket in sockets} == {Close.RESTARTING}
    assert all(len(socket.said) == 1 for socket in sockets)


async def test_the_process_ends_with_code_0_on_sigterm(gateway_world: GatewayWorld) -> None:
    ports = free_ports("127.0.0.1")
    config = gateway_world.config
    environ = os.environ | {
        "ZEROCARDS_NATS_URL": config.nats_url,
        "ZEROCARDS_REDIS_URL": config.redis_url,
        "ZEROCARDS_LOBBY_ADDR": config.lobby_addr,
        "ZEROCARDS_PORT": str(ports.gateway),
        "ZEROCARDS_METRICS_PORT": str(ports.metrics("gateway")),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.gateway", env=environ, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(20):
            while b'"started"' not in await process.stdout.readline():
                pass
        async with httpx.AsyncClient(trust_env=False) as http:
            metrics = await http.get(f"http://127.0.0.1:{ports.metrics('gateway')}/metrics")
        assert "zerocards_gateway_connections 0.0" in metrics.text
        async with connect(f"ws://127.0.0.1:{ports.gateway}/ws", subprotocols=[SUBPROTOCOL], proxy=None) as socket:
            ada = Client(socket)
            await ada.hello()

            process.send_signal(signal.SIGTERM)

            assert (await ada.next("notice")).notice.kind == "reconnect"
            assert await ada.closed() == 1012
        await process.stdout.read()
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
