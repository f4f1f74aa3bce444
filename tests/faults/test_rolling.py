"""A rolling deploy under load: workers of two versions side by side, each drained and replaced, gateways too (P6)."""

import asyncio
from collections import Counter

import pytest
import uvloop

from tools.chaos import times
from tools.chaos.load import Size
from tools.chaos.place import GATEWAYS
from tools.chaos.run import ROLLING, Plan, run

_TIMES = 5


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_rolling_deploy_loses_no_game_and_refuses_no_command() -> None:
    workers, planted = ROLLING
    size = Size(rooms=6, players=2, bots=1)
    plan = Plan(0, size, _TIMES, only="restart game,restart gateway", workers=workers, planted=planted)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(run(plan))
    assert not result["broken"].keys() - {times.rooms_pause_shortly.__name__}, "\n".join(result["examples"])
    assert Counter(result["faults"]) == {f"restart {name}": _TIMES for name in (*workers, *GATEWAYS)}
    assert (result["unknown"], result["unavailable"]) == (0, 0)
    assert result["accepted"] > 100
