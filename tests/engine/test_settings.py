"""Settings: the rulebook's table is the truth about them, and a change is taken whole or not at all (COM-23)."""

import re
from pathlib import Path

import pytest

from services.game.engine import Refused, apply, commands
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import SPECS, CustomRule, Spec, read
from tests.engine.games import every_ruleset
from tests.engine.tables import do, lobby
from tools.soak.soundness import encoded

RULES = Path(__file__).parents[2] / "docs/rules.md"
NOT_THERE = "–"


def documented(ruleset: str) -> dict[str, str]:
    """The column of the rule set in the rulebook's last table: setting → default as written."""
    lines = RULES.read_text().split("## Settings")[1].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    column = rows[0].index(ruleset)
    found = {}
    for row in rows[2:]:
        for name in re.findall(r"`([\w.*]+)`", row[0]):
            found[name] = row[column].strip("`")
    return found


@pytest.mark.rule("ZC-33", "ZC-35", "CL-19", "MC-15", "MC-16")
@every_ruleset
def test_settings_and_defaults_are_those_of_the_rulebook(ruleset: str):
    defaults = dict(RULESETS[ruleset].defaults)
    specials = {default for name in list(defaults) if name.startswith("specials.") and (default := defaults.pop(name))}
    table = documented(ruleset)
    assert table.pop("specials.*") == ("all on" if specials == {"on"} else NOT_THERE)
    table.pop("custom_rule")
    assert {name: default for name, default in table.items() if name in SPECS and default != NOT_THERE} == defaults


def allowed(spec: Spec) -> list[str]:
    if spec.kind != "range":
        return list(spec.values)
    return [*(["0"] if spec.zero else []), str(spec.min), str(spec.min + 1), str(spec.max)]


def not_allowed(spec: Spec) -> list[str]:
    wrong = ["", "On", "true", "x" * 100, "-1", "1.0", " 10", "010", "٣", "99999999999999999999"]
    return wrong if spec.kind != "range" else [*wrong, str(spec.min - 1), str(spec.max + 1)]


SETTINGS = [(ruleset, name) for ruleset in sorted(RULESETS) for name in RULESETS[ruleset].defaults]


@pytest.mark.rule("COM-23", "ZC-33", "ZC-35", "MC-15")
@pytest.mark.parametrize(("ruleset", "name"), SETTINGS)
def test_a_setting_takes_its_values_and_no_others(ruleset: str, name: str):
    room = lobby(ruleset, 2)
    spec = room.rules.specs[name]
    for value in allowed(spec):
        apply(room, commands.ChangeSettings(by="p1", changes={name: value}), room.now)
        assert read(room.settings, name) == value
    before = encoded(room)
    for value in not_allowed(spec):
        with pytest.raises(Refused) as refused:
            apply(room, commands.ChangeSettings(by="p1", changes={"public": "on", name: value}), room.now)
        assert (refused.value.code, refused.value.params) == ("bad_setting", {"setting": name})
        assert encoded(room) == before


@pytest.mark.rule("COM-23")
@every_ruleset
def test_a_setting_that_the_set_does_not_have_is_refused(ruleset: str):
    room = lobby(ruleset, 2)
    for name in {*SPECS, "custom_rule", "next_seed", "without", ""} - set(room.rules.defaults):
        with pytest.raises(Refused) as refused:
            apply(room, commands.ChangeSettings(by="p1", changes={name: "on"}), room.now)
        assert (refused.value.code, refused.value.params) == ("bad_setting", {"setting": name})


@pytest.mark.rule("COM-23")
@pytest.mark.parametrize("ruleset", ["", "nothing", "Classic108"])
def test_a_rule_set_that_there_is_not_is_refused(ruleset: str):
    room = lobby(players=2)
    with pytest.raises(Refused, match="bad_setting"):
        do(room, "p1", f"set ruleset={ruleset}")


@pytest.mark.rule("COM-23")
@every_ruleset
def test_another_rule_set_brings_its_own_defaults_and_keeps_who_may_come(ruleset: str):
    room = lobby("classic108", 2, public="on", max_players="4", start_hand="5", jump_in="on")
    do(room, "p1", f"set ruleset={ruleset}")
    if ruleset != "classic108":
        expected = {**RULESETS[ruleset].defaults, "public": "on", "max_players": "4"}
        assert {name: read(room.settings, name) for name in expected} == expected
    assert room.ruleset == ruleset


@pytest.mark.rule("COM-01", "COM-23")
def test_there_are_never_fewer_seats_than_are_taken():
    room = lobby(players=4)
    with pytest.raises(Refused, match="bad_setting"):
        do(room, "p1", "set max_players=3")
    do(room, "p1", "set max_players=4")


@pytest.mark.rule("COM-23")
def test_only_the_host_and_only_in_the_lobby():
    room = lobby(players=2)
    with pytest.raises(Refused, match="not_host"):
        do(room, "p2", "set public=on")
    do(room, "p1", "start")
    with pytest.raises(Refused, match="wrong_phase"):
        do(room, "p1", "set public=on")


NO_RULES = [
    CustomRule("", "skip", 1),
    CustomRule("   ", "skip", 1),
    CustomRule("x" * 201, "skip", 1),
    CustomRule("two\nlines", "skip", 1),
    CustomRule("turned \u202e around", "skip", 1),
    CustomRule("Draw", "draw", 1),
    CustomRule("Draw", "others_draw", 0),
    CustomRule("Draw", "others_draw", 11),
]


@pytest.mark.rule("CL-15")
@pytest.mark.parametrize("rule", NO_RULES)
def test_what_is_no_custom_rule_is_refused(rule: CustomRule):
    room = lobby("classic112", 2)
    with pytest.raises(Refused) as refused:
        apply(room, commands.ChangeSettings(by="p1", custom_rule=rule), room.now)
    assert refused.value.params == {"setting": "custom_rule"}


@pytest.mark.rule("CL-15")
@pytest.mark.parametrize("ruleset", ["mercy", "zerocards", "classic108"])
def test_a_custom_rule_is_refused_where_none_is_played(ruleset: str):
    room = lobby(ruleset, 2)
    with pytest.raises(Refused, match="bad_setting"):
        apply(room, commands.ChangeSettings(by="p1", custom_rule=CustomRule("Fine", "skip", 1)), room.now)
