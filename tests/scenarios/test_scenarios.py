"""Every scenario, as `python -m services.game.scenario` runs it, with the room stored and loaded after each step."""

import random
from collections import Counter
from typing import Any

import pytest

from services.game.engine import Room
from services.game.scenario_run import Run
from tests.scenarios.collected import scenarios
from tools.soak.secrecy import keeps_secrets, readers
from tools.soak.soundness import cards, settles, sound, stored

ALL = 10


@pytest.mark.parametrize("scenario", scenarios())
def test_scenario(scenario: dict[str, Any]):
    running = Run(scenario)
    decks: dict[bytes, Counter[str]] = {}
    for step in scenario["steps"]:
        check_cards(running.room, decks)
        running.step(step)
        running.room = stored(running.room)
        sound(running.room)
        settles(running.room)
        keeps_secrets(running.room, readers(running.room, random.Random(0), ALL), running.now)
    check_cards(running.room, decks)


def check_cards(room: Room, decks: dict[bytes, Counter[str]]) -> None:
    """A round keeps the cards that were written down for it, or dealt (COM-27)."""
    if room.table is not None:
        found = cards(room.table)
        assert found == decks.setdefault(room.table.seed, found)
