"""Rooms are counted by phase, each where it is, and no longer once they are gone."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from prometheus_client import REGISTRY
from zerocards.game.v1 import command_pb2

from services.common.clock import wall_ms
from services.common.codes import new_code, partition
from services.common.run import background
from services.game.census import PHASES, Census
from services.game.keys import phases_key
from services.game.pipelined import Pipelined
from services.game.store import Store
from tests.fixtures.game import Table, config_for, table_at, worker

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def table(nats_url: str, redis_url: str) -> AsyncIterator[Table]:
    config = config_for(nats_url, redis_url)
    async with worker(config), table_at(config) as table:
        yield table


async def counted(table: Table) -> dict[str, float]:
    """Rooms by phase; phases without one are left out."""
    await Census(table.redis, wall_ms).take()
    counts = {phase: REGISTRY.get_sample_value("zerocards_game_rooms", {"phase": phase}) or 0 for phase in PHASES}
    return {phase: count for phase, count in counts.items() if count}


async def test_a_room_is_counted_in_its_phase_until_it_is_closed(table: Table) -> None:
    await table.open()
    assert await counted(table) == {"lobby": 1}
    assert REGISTRY.get_sample_value("zerocards_game_deadlines", {"state": "armed"}) == 1
    host, _ = await table.seated("Ann", "Bob")
    await host.ask("start")
    assert await counted(table) == {"playing": 1}
    await table.system(command_pb2.SystemCommand(close=command_pb2.CloseRoom(reason="operator")))
    assert await counted(table) == {}


async def test_a_room_that_ran_out_is_no_longer_counted(table: Table) -> None:
    code = new_code()
    await table.redis.zadd(phases_key(partition(code)), {code: PHASES.index("playing")})
    assert await counted(table) == {"playing": 1}
    pipelined = Pipelined(table.redis.connection_pool)
    store = Store(table.redis, pipelined, life_ms=1, log_life_ms=1)
    async with background(pipelined.run()):
        await store.rearm(code, 0, None, wall_ms())
    assert await counted(table) == {}
