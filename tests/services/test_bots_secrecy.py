"""Bots act upon what their seat may see (COM-26): what is hidden otherwise changes neither what is asked nor done."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from services.bots.levels import LEVELS
from services.bots.levels.decide import decide
from services.bots.levels.hard import hard
from services.bots.levels.level import Level
from services.bots.search import budget
from services.game.engine import Room, bots
from services.game.engine.bots import Owed
from services.game.engine.rulesets import RULESETS
from tests.services.bots_rooms import otherwise_hidden, seen_by
from tools.tournament.deal import Deal

# As deep as needed to use every part of a search; by worlds, as time is not the same twice.
SEARCHED: Mapping[str, Level] = {**LEVELS, "hard": hard(budget.worlds(3))}
MOST_DEALS = 60
# Every kind of decision that a set asks for, where jump-ins are on: those of all sets, and its own.
EVERYWHERE = frozenset({"play", "drawn", "stack", "call", "catch", "jump"})
KINDS = {
    "classic108": {"challenge", "colourowed"},
    "classic112": {"challenge", "colourowed"},
    "mercy": set[str](),
    "zerocards": {"duel", "circle"},
}
SETTINGS = {"jump_in": "on", "stacking": "on"}


def kind_of(owed: Owed) -> str:
    occasion, _, about = owed.owed.partition(":")
    return about.split(":")[2] if occasion == "turn" else occasion


class Watched(Deal):
    """Whoever is asked is asked in a room with other hidden cards too, the first few times for each kind."""

    def __init__(self, ruleset: str, level: str, number: int, seen: dict[str, int]) -> None:
        settings = SETTINGS if ruleset != "mercy" else {"jump_in": "on"}
        super().__init__(ruleset, ["normal"] * 3, Random(f"{ruleset} {number}").randbytes(32), settings)
        self._level = level
        self._counted = seen

    def _ask(self, owed: Owed) -> None:
        kind = kind_of(owed)
        if self._counted.get(kind, 0) < 6 + 10 * (kind == "play"):
            self._counted[kind] = self._counted.get(kind, 0) + 1
            self._compare(owed)
        super()._ask(owed)

    def _compare(self, owed: Owed) -> None:
        twin = otherwise_hidden(self.room, owed.seat, Random(owed.owed))
        assert twin.round.draw != self.room.round.draw or len(twin.round.draw) < 2
        assert asked(twin, owed.seat) == asked(self.room, owed.seat)
        sight, other = seen_by(self.room, owed.seat), seen_by(twin, owed.seat)
        assert other == sight
        level = SEARCHED[self._level]
        assert decide(other, owed.owed, level, Random(7)) == decide(sight, owed.owed, level, Random(7))


def asked(room: Room, seat: str) -> Sequence[str]:
    return [one.owed for one in bots.owed(room) if one.seat == seat]


@pytest.mark.rule("COM-26")
@pytest.mark.parametrize("level", sorted(LEVELS))
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_hidden_cards_change_nothing_in_any_decision(ruleset: str, level: str) -> None:
    wanted = EVERYWHERE | KINDS[ruleset]
    seen: dict[str, int] = {}
    for number in range(MOST_DEALS):
        Watched(ruleset, level, number, seen).play()
        if wanted <= seen.keys():
            return
    pytest.fail(f"never asked for: {wanted - seen.keys()}")
