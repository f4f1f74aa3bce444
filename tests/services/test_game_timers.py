"""What falls due by itself: claimed by whoever asks first, again when that one died, and dead gateways' players."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from services.common import redis
from services.common.codes import PARTITIONS, Code, at_key, due_key, new_code, partition, room_key
from services.common.leases import lease_key
from services.common.run import background
from services.game.keys import gateways_key
from services.game.pipelined import Pipelined
from services.game.scripts import Execute
from services.game.store import Store
from services.game.timers import Deadlines, Gateways
from tests.fixtures.game import Player, Table, config_for, shown, table_at, worker

pytestmark = pytest.mark.asyncio

ALL = range(PARTITIONS)
PAST, FUTURE = 1, 4_000_000_000_000


@pytest_asyncio.fixture
async def client(nats_url: str, redis_url: str) -> AsyncIterator["Redis"]:
    async with redis.connected(config_for(nats_url, redis_url), "test") as client:
        yield client


@pytest_asyncio.fixture
async def execute(client: "Redis") -> AsyncIterator[Execute]:
    pipelined = Pipelined(client.connection_pool)
    async with background(pipelined.run()):
        yield pipelined.execute


def deadlines(execute: Execute) -> Deadlines:
    return Deadlines(execute, every_ms=60_000, clock=lambda: 0.0)


async def due(client: "Redis", score: int) -> Code:
    code = new_code()
    await client.zadd(due_key(partition(code)), {code: score})
    return code


async def test_what_is_due_is_claimed_once(client: "Redis", execute: Execute) -> None:
    codes = {await due(client, PAST), await due(client, PAST)}
    await due(client, FUTURE)
    claims = await asyncio.gather(deadlines(execute).claim(ALL), deadlines(execute).claim(ALL))
    assert sorted([*claims[0], *claims[1]]) == sorted(codes)


async def test_what_a_dead_worker_claimed_is_due_again_a_second_later(client: "Redis", execute: Execute) -> None:
    code = await due(client, PAST)
    seconds, micros = await client.time()
    assert await deadlines(execute).claim(ALL) == [code]
    again_ms = await client.zscore(due_key(partition(code)), code)
    assert again_ms is not None
    assert 1_000 <= again_ms - (seconds * 1_000 + micros // 1_000) < 1_500
    assert await deadlines(execute).claim(ALL) == []
    await client.zadd(due_key(partition(code)), {code: PAST})  # the second has passed
    assert await deadlines(execute).claim(ALL) == [code]


async def test_a_deadline_that_this_worker_set_is_not_waited_for(client: "Redis", execute: Execute) -> None:
    """The other partitions are looked at once a minute here; this one when it is due."""
    timers, fired = deadlines(execute), asyncio.Queue[Code]()
    running = asyncio.create_task(timers.run(fired.put_nowait))
    first = await due(client, PAST)
    timers.expect(first, PAST)
    assert await asyncio.wait_for(fired.get(), 30) == first
    second = await due(client, PAST)
    timers.expect(second, PAST)
    assert await asyncio.wait_for(fired.get(), 30) == second
    running.cancel()
    await asyncio.wait([running])


async def test_a_room_that_is_gone_is_forgotten(nats_url: str, redis_url: str) -> None:
    config = config_for(nats_url, redis_url, game_deadlines_every_s=0.01)
    async with worker(config), table_at(config) as table:
        await table.redis.zadd(due_key(partition(table.code)), {table.code: PAST})
        async with asyncio.timeout(30):
            while await table.redis.exists(due_key(partition(table.code))):
                await asyncio.sleep(0)


async def test_an_entry_without_a_reason_is_put_right(client: "Redis") -> None:
    code = new_code()
    pipelined = Pipelined(client.connection_pool)
    store = Store(client, pipelined, life_ms=1_000, log_life_ms=1_000)
    await client.hset(room_key(code), "v", "7")
    async with background(pipelined.run()):
        await store.rearm(code, 6, 5, 0)
        assert await client.zscore(due_key(partition(code)), code) is None
        await store.rearm(code, 7, 5, 0)
        assert await client.zscore(due_key(partition(code)), code) == 5
        await store.rearm(code, 7, None, 50)
        assert await client.zscore(due_key(partition(code)), code) == 1_050


async def test_rooms_of_gateways_without_a_lease_are_found(client: "Redis") -> None:
    code = new_code()
    part = partition(code)
    for gateway in ("dead", "alive"):
        await client.sadd(gateways_key(part), gateway)
        await client.sadd(at_key(part, gateway), code)
    await client.set(lease_key("alive"), "1", ex=10)
    assert await Gateways(client, every_ms=1).sweep() == [(code, "dead")]


async def test_a_dead_gateway_without_rooms_is_forgotten(client: "Redis") -> None:
    await client.sadd(gateways_key(3), "dead")
    assert await Gateways(client, every_ms=1).sweep() == []
    assert not await client.exists(gateways_key(3))


async def test_players_of_a_dead_gateway_are_shown_as_offline(nats_url: str, redis_url: str) -> None:
    config = config_for(nats_url, redis_url, game_gateways_every_s=0.05)
    async with table_at(config) as table:
        await table.listen()
        async with worker(config):
            await table.open()
            ann, ben = await table.seated("Ann", "Ben")
            await ben.connect(gateway="gateway-dead")
            part = partition(table.code)
            assert await table.redis.smembers(at_key(part, "gateway-1")) == {table.code.encode()}
            async with asyncio.timeout(30):
                while (seats := await _connected(table)) != [True, False]:
                    await asyncio.sleep(0.01)
        assert seats == [True, False]
        assert not await table.redis.exists(at_key(part, "gateway-dead"))
        assert await table.redis.smembers(gateways_key(part)) == {b"gateway-1"}
        assert ann.id != ben.id


@pytest.mark.rule("COM-30")
async def test_who_waited_for_a_seat_at_a_dead_gateway_waits_no_more(nats_url: str, redis_url: str) -> None:
    config = config_for(nats_url, redis_url, game_gateways_every_s=0.05)
    async with table_at(config) as table:
        await table.listen()
        async with worker(config):
            await table.open()
            ann, _ = await table.seated("Ann", "Ben")
            await ann.ask("start")
            for name in ("Cleo", "Dan"):
                guest = Player(table, name)
                assert (await guest.ask("join", name=name)).accepted.waiting
                assert (await guest.connect(gateway="gateway-dead")).accepted.waiting
            # Dan has come back elsewhere before the other is known to be dead.
            await guest.connect(gateway="gateway-1")
            async with asyncio.timeout(30):
                while shown((await table.view()).update.room)["waiting"] != ["Dan"]:
                    await asyncio.sleep(0.01)
        assert not await table.redis.exists(at_key(partition(table.code), "gateway-dead"))


async def _connected(table: Table) -> list[bool]:
    view = shown((await table.view()).update.room)
    return [seat.get("connected", False) for seat in view["seats"]]
