"""A worker that leaves: what it was asked it still answers, and nobody is refused for it (P6)."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.fixtures.game import Player, config_for, table_at, worker

pytestmark = pytest.mark.asyncio

PLAYERS = 9
EACH = 20


async def test_a_worker_that_drains_under_load_answers_everything(nats_url: str, redis_url: str) -> None:
    async with AsyncExitStack() as workers:
        await workers.enter_async_context(worker(config_for(nats_url, redis_url)))
        async with table_at(config_for(nats_url, redis_url)) as table:
            await table.listen()
            await table.open()
            host = Player(table, "Host")
            await host.ask("join", name="Host")
            async with AsyncExitStack() as leaving:
                await leaving.enter_async_context(worker(config_for(nats_url, redis_url)))
                begun = asyncio.Event()

                async def come_and_go(name: str) -> list[str]:
                    player = Player(table, name)
                    codes = []
                    for _ in range(EACH):
                        codes += [
                            (await player.ask("join", name=name)).refusal.code,
                            (await player.ask("leave")).refusal.code,
                        ]
                        begun.set()
                    return codes

                async with asyncio.TaskGroup() as group:
                    players = [group.create_task(come_and_go(f"Ann{number}")) for number in range(PLAYERS)]
                    await begun.wait()
                    await leaving.aclose()
            assert {code for player in players for code in player.result()} == {""}
            # Two workers: what the one commits first, the other may publish first.
            assert sorted(update.version for update in table.updates()) == list(range(1, 2 + 1 + 2 * EACH * PLAYERS))
