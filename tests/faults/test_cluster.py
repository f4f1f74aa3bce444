"""Three of each server: one may die, and where Redis loses its last moments everybody is told (P1, P4)."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from services.common import redis
from tests.e2e.autoplay import playing
from tests.e2e.client import Client
from tests.e2e.written import assert_kept, written
from tools.dev import Options, Stack
from tools.dev.cluster import NUMBERS, named

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(300), pytest.mark.long]

_BACK_S = 20
"""Nobody plays for as long as it takes to be sure that a primary is gone, and on a busy machine to replace it."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    env = {
        "ZEROCARDS_BOTS_PACE": "0",
        "ZEROCARDS_MESSAGES_PER_S": "1000",
        "ZEROCARDS_MESSAGE_BURST": "1000",
        "ZEROCARDS_ROOMS_PER_HOUR": "0",
    }
    data = tmp_path_factory.mktemp("cluster")
    async with Stack(Options(data_dir=data, ports_base=None, cluster=True, env=env)) as stack:
        yield stack


@pytest_asyncio.fixture(loop_scope="module")
async def table(stack: Stack) -> AsyncIterator[list[Client]]:
    """Two people and a bot who play round after round."""
    ann, bob = clients = [Client(stack.url, "Ann"), Client(stack.url, "Bob")]
    await asyncio.gather(ann.connect(), bob.connect())
    await bob.enter(await ann.create("zerocards", {}))
    await ann.command("bot", level="normal")
    await ann.command("start")
    yield clients
    await asyncio.gather(ann.drop(), bob.drop())


async def primary_of(stack: Stack) -> str:
    """The name of the server that takes writes now."""
    async with redis.connected(stack.wiring.config, "test") as client:
        port = (await client.connection_pool.get_master_address())[1]  # type: ignore[attr-defined]
    return next(named("redis", number) for number in NUMBERS if stack.wiring.ports.redis_of(number) == port)


def send(stack: Stack, names: list[str], number: signal.Signals) -> None:
    for name in names:
        os.kill(stack.pids[name], number)


async def goes_on(clients: list[Client], versions: int = 20) -> None:
    """From now on, for everybody."""
    for client in clients:
        history = client.seen.history
        resyncs, since = history.resyncs, history.version
        await client.until(
            lambda h=history, v=since, r=resyncs: h.version >= v + versions or (h.resyncs > r and h.version > versions),
            "shown more",
            within_s=_BACK_S,
        )


async def test_a_nats_server_dies_and_nothing_is_lost(stack: Stack, table: list[Client]) -> None:
    async with playing(*table, for_ever=True, through_faults=True):
        await goes_on(table)
        for name in ("nats", "nats-2", "nats-3"):
            stack.kill(name)
            await goes_on(table)
            await stack.wait_ready(name)
    for client in table:
        client.assert_read_all()
    assert_kept(await written(stack.wiring.config, table[0].code), table)


async def test_a_primary_that_dies_is_replaced(stack: Stack, table: list[Client]) -> None:
    async with playing(*table, for_ever=True, through_faults=True):
        await goes_on(table)
        primary = await primary_of(stack)
        send(stack, [primary], signal.SIGSTOP)
        try:
            async with asyncio.timeout(_BACK_S):
                while await primary_of(stack) == primary:
                    await asyncio.sleep(0.2)
            await goes_on(table)
        finally:
            send(stack, [primary], signal.SIGCONT)
        await goes_on(table)


async def test_what_a_fail_over_loses_is_noticed_and_told(stack: Stack, table: list[Client]) -> None:
    """The replicas hear nothing for a moment, in which the primary goes on acknowledging; then it is gone."""
    async with playing(*table, for_ever=True, through_faults=True):
        await goes_on(table)
        primary = await primary_of(stack)
        replicas = [name for number in NUMBERS if (name := named("redis", number)) != primary]
        send(stack, replicas, signal.SIGSTOP)
        await goes_on(table, versions=5)
        send(stack, [primary], signal.SIGSTOP)
        lost_at = max(client.seen.version for client in table)
        try:
            for name in replicas:
                stack.kill(name)  # with what had reached its machine, but not itself
            for client in table:
                await client.until(lambda c=client: "rollback" in c.notices, "told", within_s=_BACK_S)
        finally:
            send(stack, [primary], signal.SIGCONT)
        for client in table:
            await client.until(lambda c=client: c.seen.version > lost_at, "shown more than was lost", within_s=_BACK_S)
    for client in table:
        assert client.seen.history.gaps == 0
        assert client.seen.seat.seat == client.seat


async def test_a_primary_without_replicas_takes_nothing(stack: Stack) -> None:
    """What it alone acknowledged would be lost; so it acknowledges nothing."""
    primary = await primary_of(stack)
    replicas = [name for number in NUMBERS if (name := named("redis", number)) != primary]
    client = Client(stack.url, "Cleo")
    await client.connect()
    assert await opens(client) == ""
    send(stack, replicas, signal.SIGSTOP)
    try:
        await answered(client, "unavailable")
        assert await opens(client) == "unavailable"
    finally:
        send(stack, replicas, signal.SIGCONT)
    await answered(client, "")
    await client.drop()


async def answered(client: Client, code: str) -> None:
    """Returns when a room is refused with that code, or opened where it is empty."""
    async with asyncio.timeout(_BACK_S):
        while (told := await opens(client)) != code:
            assert told in ("", "unavailable")
            await asyncio.sleep(0.2)


async def opens(client: Client) -> str:
    """Asks for a room; returns the refusal's code, empty where it was opened."""
    return (await client.ask(create={"name": "Cleo", "ruleset": "zerocards", "settings": {}})).refusal.code
