"""The bench measures what it says, and what it measures keeps its promises."""

import pytest

from services.game.engine.rulesets import RULESETS
from tools.bench import engine
from tools.bench.pipeline import Setup, measure
from tools.load.figures import broken_promises
from tools.load.session import Plan


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_engine_plays_every_rule_set_at_random_without_a_refusal(players: int) -> None:
    result = engine.measure(players, seconds=0.2)
    assert result.keys() == RULESETS.keys()
    assert all(figures["moves_per_s"] > 0 for figures in result.values())
    assert [figures["refused"] for figures in result.values()] == [0] * len(RULESETS)


@pytest.mark.asyncio
@pytest.mark.parametrize("moves_per_s", [0.0, pytest.param(50.0, marks=pytest.mark.long)])
async def test_a_stack_under_load_loses_no_move(moves_per_s: float) -> None:
    plan = Plan(url="", rooms=3, players=4, seconds=1.5, warm_up_s=0.5, moves_per_s=moves_per_s)
    result = await measure(plan, Setup(game_workers=2, idle=20))
    assert broken_promises(result) == []
    assert result["moves"] > 20
    assert result["p50_ms"] > 0
    assert result["idle_kb"] < 1_000
    assert result["cpu_us_per_move"].keys() >= {"total", "gateway", "game-1", "game-2", "redis", "nats"}
    if moves_per_s:
        assert result["moves_per_s"] == pytest.approx(moves_per_s, rel=0.2)
