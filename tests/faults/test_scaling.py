"""Workers and gateways come and are drained under load: nothing is lost or refused, and it helps (P6)."""

import asyncio

import pytest
import uvloop

from tools.bench.scaling.run import STEPS, Plan, run
from tools.chaos.load import Size


@pytest.mark.long
@pytest.mark.timeout(300)
def test_scaling_up_and_down_loses_no_game_refuses_no_command_and_shortens_the_wait() -> None:
    # Redis is so far away that one worker cannot keep up, however fast the machine: it is not its CPU that counts.
    plan = Plan(Size(rooms=8, players=2, bots=1), seconds=3, rooms_at_once=1, redis_ms=20)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(run(plan))
    assert result.lost_games == []
    assert result.broken == {}
    assert result.refused_by_us == 0
    assert [step.refused_by_us for step in result.steps] == [0] * len(STEPS)
    assert all(step.answers_per_s > 0 for step in result.steps)
    # Who was at the drained gateway has come back through the other one.
    assert result.resumed == result.players
    one, _, four, *_ = result.steps
    assert four.queue_mean_ms < one.queue_mean_ms / 2
