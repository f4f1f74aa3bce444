"""Every setting with every other: rounds under settings that Hypothesis draws, odd ones together."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import Spec
from tests.engine.games import every_ruleset
from tools.soak.checks import Watched
from tools.soak.game import Plan
from tools.soak.plans import SIZES

# What changes nothing in a round, or only makes it longer.
NOT_DRAWN = ("public", "max_players", "target_score")
UNREST = st.sampled_from([0.0, 0.0, 0.05])


def values(spec: Spec) -> st.SearchStrategy[str]:
    """Any value that the setting may have; the first is the simplest."""
    if spec.kind != "range":
        return st.sampled_from(spec.values)
    numbers = st.integers(spec.min, spec.max)
    return (st.just(0) | numbers if spec.zero else numbers).map(str)


@st.composite
def plans(draw: st.DrawFn, ruleset: str) -> Plan:
    """A game of one round; Hypothesis shrinks it to the fewest settings, players and least unrest that still fail."""
    specs = {name: spec for name, spec in RULESETS[ruleset].specs.items() if name not in NOT_DRAWN}
    drawn = draw(st.fixed_dictionaries({}, optional={name: values(spec) for name, spec in specs.items()}))
    players = draw(st.sampled_from(SIZES))
    return Plan(
        ruleset=ruleset,
        players=players,
        seed=draw(st.integers(0, 2**32)),
        settings={**drawn, "target_score": "0"},
        bots=draw(st.integers(0, players - 1)),
        unrest=draw(UNREST),
    )


@pytest.mark.timeout(600)  # a failure is made small for up to five minutes
@pytest.mark.rule("COM-23", "COM-27", "COM-28", "ZC-33", "ZC-35")
@every_ruleset
@settings(max_examples=12)
@given(data=st.data())
def test_a_round_holds_together_under_any_settings(ruleset: str, data: st.DataObject):
    Watched(data.draw(plans(ruleset))).play()


ALL_AT_ONCE = {
    "zerocards": {
        "jump_in": "on", "stacking": "on", "plus2_on_plus4": "on", "seven_zero": "on", "no_action_finish": "off",
        "scoring": "low_total", "bot_takeover": "on", "chaos_meter": "on", "auto_draw": "on", "no_pass": "off",
        "draw_rule": "until_playable",
    },
    "classic108": {
        "jump_in": "on", "stacking": "on", "plus2_on_plus4": "on", "seven_zero": "on", "challenge": "on",
        "shuffle_hands": "on", "blank_wilds": "on", "no_action_finish": "on", "scoring": "low_total",
        "bot_takeover": "on", "auto_draw": "on", "no_pass": "on",
    },
    "classic112": {"jump_in": "on", "stacking": "on", "seven_zero": "on", "bot_takeover": "on", "auto_draw": "on"},
    "mercy": {"jump_in": "on", "no_action_finish": "on", "no_pass": "on", "auto_draw": "on", "bot_takeover": "on"},
}  # fmt: skip


@pytest.mark.rule("ZC-08", "ZC-10", "ZC-32", "CL-10")
@every_ruleset
@pytest.mark.parametrize("players", [2, 3, 10])
def test_the_house_rules_go_together(ruleset: str, players: int):
    for seed in range(2):
        rules = {**ALL_AT_ONCE.get(ruleset, {}), "target_score": "0"}
        Watched(Plan(ruleset, players, seed, rules, unrest=0.02)).play()
