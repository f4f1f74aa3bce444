"""Every scenario, as `python -m services.game.scenario` runs it, with the room stored and loaded after each step."""

from typing import Any

import pytest

from services.game.engine import Room
from services.game.scenario_run import Run
from tests.scenarios.collected import scenarios
from tools.soak.soundness import cards, settles, stored


@pytest.mark.parametrize("scenario", scenarios())
def test_scenario(scenario: dict[str, Any]):
    running = Run(scenario)
    deck = Deck()
    deck.check(running.room)
    for step in scenario["steps"]:
        running.step(step)
        running.room = stored(running.room)
        settles(running.room)
        deck.check(running.room)


class Deck:
    """A scenario's round has the cards that are written down, or dealt: they stay the same (COM-27)."""

    def __init__(self) -> None:
        self._of_round: dict[bytes, Any] = {}

    def check(self, room: Room) -> None:
        if room.table is not None:
            found = cards(room.table)
            assert found == self._of_round.setdefault(room.table.seed, found)
