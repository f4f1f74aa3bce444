import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest
import pytest_asyncio
from nats.aio.msg import Msg

from services.common import metrics
from services.common.arrived import Arrived
from services.common.bus import Bus, NoReply, NotDelivered, connected
from services.common.config import ServiceConfig
from services.common.errors import CannotStart
from services.common.health import Health
from tools.dev.ports import free_ports
from tools.dev.servers import LOOPBACK, nats_server
from tools.dev.servers import nats_url as url_of

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture(params=[False, True], ids=["library", "short way"])
async def bus(nats_url: str, request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    async with connected(ServiceConfig(nats_url=nats_url, fast_bus=request.param), "test") as connection:
        yield connection


async def echo(message: Msg) -> None:
    await message.respond(message.data)


async def test_a_request_is_answered(bus: Bus) -> None:
    await bus.subscribe("cmd.*", echo, queue="game")
    assert await bus.request("cmd.ABC", b"hello", timeout_s=5) == b"hello"


async def test_a_request_nobody_serves_was_not_delivered(bus: Bus) -> None:
    with pytest.raises(NotDelivered):
        await bus.request("cmd.ABC", b"", timeout_s=5)


async def test_a_request_without_an_answer_is_unknown(bus: Bus) -> None:
    async def swallow(_message: Msg) -> None: ...

    await bus.subscribe("cmd.*", swallow)
    with pytest.raises(NoReply):
        await bus.request("cmd.ABC", b"", timeout_s=0.05)


async def test_asking_goes_on_until_somebody_answers(bus: Bus) -> None:
    heard: list[bytes] = []

    async def answers_the_third(message: Msg) -> None:
        heard.append(message.data)
        if len(heard) == 3:
            await message.respond(b"at last")

    await bus.subscribe("cmd.*", answers_the_third)
    assert await bus.ask("cmd.ABC", b"again", patience_s=10, attempt_s=0.05) == b"at last"
    assert heard == [b"again"] * 3


async def test_asking_ends_with_the_patience(bus: Bus) -> None:
    with pytest.raises(NotDelivered):
        await bus.ask("cmd.ABC", b"", patience_s=0.3)


async def test_a_handler_that_fails_does_not_end_its_subscription(bus: Bus) -> None:
    async def fails_at_first(message: Msg) -> None:
        if message.data == b"1":
            raise ValueError
        await message.respond(b"fine")

    await bus.subscribe("cmd.*", fails_at_first)
    await bus.publish("cmd.ABC", b"1")
    assert await bus.request("cmd.ABC", b"2", timeout_s=5) == b"fine"


async def test_a_handler_that_acts_at_once_gets_every_message_in_order(bus: Bus) -> None:
    heard: list[bytes] = []

    def fails_at_first(message: Arrived) -> Awaitable[None] | None:
        heard.append(message.data)
        if message.data == b"1":
            raise ValueError
        return bus.publish(message.reply, b"fine") if message.reply else None

    await bus.subscribe_at_once("cmd.*", fails_at_first)
    for number in (b"1", b"2", b"3"):
        await bus.publish("cmd.ABC", number)
    assert await bus.request("cmd.ABC", b"4", timeout_s=5) == b"fine"
    assert heard == [b"1", b"2", b"3", b"4"]


async def test_a_message_keeps_its_headers(bus: Bus) -> None:
    heard: asyncio.Future[Arrived] = asyncio.get_running_loop().create_future()
    await bus.subscribe_at_once("cmd.*", heard.set_result)
    await bus.publish("cmd.ABC", b"hello", reply="there", headers={"Kind": "view"})
    message = await heard
    assert (message.subject, message.reply, message.data) == ("cmd.ABC", "there", b"hello")
    assert message.headers == {"Kind": "view"}


async def test_an_answer_nobody_waits_for_any_more_is_dropped(bus: Bus) -> None:
    late: list[Arrived] = []
    await bus.subscribe_at_once("cmd.*", late.append)
    with pytest.raises(NoReply):
        await bus.request("cmd.ABC", b"", timeout_s=0.05)
    await bus.publish(late[0].reply, b"too late")
    await bus.subscribe("view.*", echo)
    assert await bus.request("view.ABC", b"next", timeout_s=5) == b"next"


async def test_dropped_messages_are_told(bus: Bus) -> None:
    dropped = asyncio.get_running_loop().create_future()
    go_on = asyncio.Event()

    async def slow(_message: Msg) -> None:
        await go_on.wait()

    def tell(subject: str) -> None:
        if not dropped.done():
            dropped.set_result(subject)

    bus.on_drop(tell)
    await bus.subscribe("room.*", slow, pending_msgs=1)
    for _ in range(10):
        await bus.publish("room.ABC", b"")
    assert await dropped == "room.*"
    go_on.set()


async def test_leaving_finishes_what_has_arrived(nats_url: str) -> None:
    config = ServiceConfig(nats_url=nats_url)
    begun, go_on, done = asyncio.Event(), asyncio.Event(), []

    async def work(message: Msg) -> None:
        begun.set()
        await go_on.wait()
        await message.respond(b"done")
        done.append(message.data)

    async with connected(config, "client") as client:
        async with connected(config, "worker") as worker:
            await worker.subscribe("cmd.*", work)
            await worker.client.flush()
            answer = asyncio.create_task(client.request("cmd.ABC", b"1", timeout_s=5))
            await begun.wait()
            asyncio.get_running_loop().call_soon(go_on.set)
        assert await answer == b"done"
    assert done == [b"1"]


async def test_it_comes_back_when_the_server_does(tmp_path: Path) -> None:
    port = free_ports(LOOPBACK).nats
    server = nats_server(port, tmp_path / "data", tmp_path / "log")
    server.start()
    await server.ready(10)
    try:
        async with connected(ServiceConfig(nats_url=url_of(port)), "test") as bus:
            back = asyncio.Event()
            bus.on_reconnect(back.set)
            await bus.subscribe("cmd.*", echo)
            server.kill()
            await server.stop(5)
            server.start()
            await back.wait()
            assert bus.alive
            assert bus.connected
            assert await bus.request("cmd.ABC", b"again", timeout_s=5) == b"again"
    finally:
        await server.stop(5)


async def test_without_a_server_it_cannot_start() -> None:
    port = free_ports(LOOPBACK).nats
    config = ServiceConfig(nats_url=f"nats://me:hunter2@{LOOPBACK}:{port}", start_s=0.2)
    with pytest.raises(CannotStart) as why:
        async with connected(config, "test"):
            pass
    assert "ZEROCARDS_NATS_URL" in str(why.value)
    assert "hunter2" not in str(why.value)


async def test_liveness_tells_an_outage_from_a_connection_that_nothing_brings_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the client tries, a new process would do no better; once it has stopped trying, only one will."""
    port = free_ports(LOOPBACK).nats
    server = nats_server(port, tmp_path / "data", tmp_path / "log")
    server.start()
    await server.ready(10)
    health = Health()
    health.start()
    try:
        async with connected(ServiceConfig(nats_url=url_of(port)), "test") as bus:
            health.alive_if("nats", lambda: bus.alive)
            health.ready_if("nats", lambda: bus.connected)
            monkeypatch.setattr("services.common.bus._NO_SIGN_OF_LIFE_S", 1.0)
            tries = metrics.NATS_EVENTS.labels("error")
            server.kill()
            before = tries._value.get()
            async with asyncio.timeout(10):
                while tries._value.get() < before + 8:
                    assert all(health.alive.values())
                    await asyncio.sleep(0.02)
                assert not all(health.ready.values())
                # As if a bug in the client library had ended it.
                bus.client._reconnection_task.cancel()
                while all(health.alive.values()):
                    await asyncio.sleep(0.02)
    finally:
        await server.stop(5)


async def test_liveness_notices_a_connection_closed_for_good(bus: Bus) -> None:
    assert bus.alive
    await bus.client.close()
    assert not bus.alive
