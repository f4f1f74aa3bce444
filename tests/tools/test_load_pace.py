"""A fixed rate is kept and never made up for in a burst."""

import asyncio

import pytest

from tools.load.pace import ClosedLoop, FixedRate


@pytest.mark.asyncio
async def test_the_closed_loop_moves_at_once() -> None:
    moved = []

    async def act() -> None:
        moved.append(1)

    await ClosedLoop().ready(act)
    assert moved == [1]


@pytest.mark.asyncio
async def test_moves_come_at_the_rate() -> None:
    loop = asyncio.get_running_loop()
    times: list[float] = []
    done = asyncio.Event()

    async def act() -> None:
        times.append(loop.time())
        if len(times) == 5:
            done.set()

    pace = FixedRate(100)
    running = asyncio.create_task(pace.run())
    for _ in range(5):
        await pace.ready(act)
    await asyncio.wait_for(done.wait(), 5)
    running.cancel()
    assert times[-1] - times[0] >= 0.035
