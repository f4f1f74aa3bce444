"""Whole games by random players, every rule set with every number of players: they end, and hold together."""

import random

import pytest

from tests.engine.games import every_ruleset, every_table, one_round
from tools.soak import legality, soundness
from tools.soak.game import Plan, steps

SOME = 0.1


@pytest.mark.rule("COM-01", "COM-27")
@every_table
def test_a_round_ends_with_every_card_where_it_belongs(ruleset: str, players: int):
    for plan in one_round(ruleset, players, seeds=3):
        for step in steps(plan):
            soundness.conserved(step.room)
            soundness.sound(step.room)
        assert step.room.phase == "game_over"


@pytest.mark.rule("COM-20", "COM-21", "COM-22", "COM-27")
@every_table
def test_so_does_one_that_people_leave_and_lose(ruleset: str, players: int):
    for plan in one_round(ruleset, players, seeds=3, unrest=0.05):
        for step in steps(plan):
            soundness.conserved(step.room)
            soundness.sound(step.room)
        assert step.room.closed or step.room.phase == "game_over"


@pytest.mark.rule("COM-15", "COM-24", "CL-19")
@every_ruleset
@pytest.mark.parametrize("players", [2, 5, 10])
def test_rounds_follow_until_somebody_has_the_target(ruleset: str, players: int):
    plan = Plan(ruleset, players, 7, {"target_score": "500"}, games=2)
    games = []
    for step in steps(plan):
        kinds = [type(event).__name__ for event in step.events]
        if "GameEnded" in kinds:
            games.append(max(seat.score for seat in step.room.seats))
        elif "RoundEnded" in kinds:
            assert max(seat.score for seat in step.room.seats) < 500
    assert len(games) == 2
    assert min(games) >= 500


@pytest.mark.rule("COM-02", "COM-28")
@every_table
def test_what_a_view_lists_is_accepted(ruleset: str, players: int):
    rng = random.Random(players)
    for plan in one_round(ruleset, players):
        for step in steps(plan):
            if rng.random() < SOME:
                for seat in step.room.seated():
                    legality.accepts_what_it_lists(step.room, seat.seat, step.now, rng)


@pytest.mark.rule("COM-02", "COM-28")
@every_table
def test_what_a_view_does_not_list_is_refused_and_changes_nothing(ruleset: str, players: int):
    rng = random.Random(players)
    for plan in one_round(ruleset, players):
        for step in steps(plan):
            if rng.random() < SOME:
                for seat in step.room.seated():
                    legality.refuses_the_rest(step.room, seat.seat, step.now, rng)


@pytest.mark.rule("COM-19", "COM-21")
@every_table
def test_what_falls_due_happens_once(ruleset: str, players: int):
    for plan in one_round(ruleset, players, unrest=0.05):
        for step in steps(plan):
            soundness.settles(step.room)


@every_ruleset
@pytest.mark.parametrize(("players", "most"), [(4, 3_000), (10, 8_000)])
def test_a_room_is_small_as_it_is_stored(ruleset: str, players: int, most: int):
    """Bytes; ten players may have a double deck."""
    for plan in one_round(ruleset, players):
        for step in steps(plan):
            assert len(soundness.encoded(step.room)) < most
