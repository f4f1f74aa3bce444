"""A Colour+1's extras say with which colours they go along, so that a client need not know (ZC-17)."""

import pytest

from services.game.engine.moves import plays
from services.game.scenario_table import build


@pytest.mark.rule("ZC-17")
def test_an_extra_names_the_colours_it_goes_along_with() -> None:
    room, seats = build(
        {
            "ruleset": "zerocards",
            "players": ["A", "B"],
            "hands": {"A": "wild+1 y9 gskip wild", "B": "b1"},
            "discard": "r5",
            "draw": "b2 b3",
            "turn": "A",
        }
    )
    (plus_one,) = [play for play in plays(room, seats["A"]) if play.card == "wild+1"]
    extra = next(choice for choice in plus_one.choices if choice.kind == "extra")
    assert {play.card: play.colours for play in extra.extras} == {"y9": ["y"], "gskip": ["g"], "wild": []}
