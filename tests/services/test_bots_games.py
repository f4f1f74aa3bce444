"""Bots play whole rounds of every rule set under settings drawn at random, and are never refused."""

from random import Random

import pytest

from services.game.engine.rulesets import RULESETS
from tools.tournament.deal import Deal
from tools.tournament.settings import drawn, rule

GAMES = 8


@pytest.mark.rule("ZC-37")
@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_no_command_of_a_bot_is_refused(ruleset: str, players: int, level: str) -> None:
    rng = Random(f"{ruleset} {players} {level}")
    for _ in range(GAMES):
        settings = drawn(RULESETS[ruleset], rng)
        outcome = Deal(ruleset, [level] * players, rng.randbytes(32), settings, rule(rng)).play()
        assert outcome is not None, f"no end: {settings}"
        assert outcome.refused == [], settings


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_a_hard_bot_is_not_refused_either(ruleset: str) -> None:
    rng = Random(ruleset)
    settings = drawn(RULESETS[ruleset], rng)
    deal = Deal(ruleset, ["hard@1ms", "normal", "easy"], rng.randbytes(32), settings, rule(rng))
    outcome = deal.play(most=300)
    assert outcome is None or outcome.refused == []
