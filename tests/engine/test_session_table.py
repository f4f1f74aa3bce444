"""The session table (COM-25): games won and points over all games of a lobby, whoever leaves and comes back."""

from collections import Counter

import pytest

from services.game.engine import Room, apply, commands, views
from services.game.engine.events import GameEnded, RoundEnded
from tests.engine.games import every_ruleset
from tests.engine.tables import arrive, do, lobby, table
from tools.soak.game import Plan, steps
from tools.soak.soundness import encoded

pytestmark = pytest.mark.rule("COM-25")


def lines(room: Room) -> dict[str, tuple[int, int, int]]:
    """Name → games won, points, games."""
    return {line.name: (line.games_won, line.points, line.games) for line in views.room_view(room, room.now).standings}


@every_ruleset
def test_it_adds_up_over_games(ruleset: str):
    """Against a count of our own, over three games with everybody there."""
    won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    games = 0
    for step in steps(Plan(ruleset, 3, 11, {"target_score": "500"}, games=3)):
        names = {seat.seat: seat.name for seat in step.room.seats}
        for event in step.events:
            if isinstance(event, RoundEnded):
                points.update({names[seat]: scored for seat, scored in event.points.items()})
            elif isinstance(event, GameEnded):
                games += 1
                won.update([names[event.winner]] if event.winner else [])
    assert games == 3
    assert lines(step.room) == {name: (won[name], points[name], games) for name in names.values()}


def one_card_from_the_end() -> Room:
    return table(
        "classic108", settings={"target_score": 0}, players=["A", "B", "C"], called=["A"],
        hands={"A": "r1", "B": "g5 y6", "C": "b8 g9"}, discard="r5", draw="g1 g2 g3", turn="A",
    )  # fmt: skip


def test_the_best_comes_first():
    room = one_card_from_the_end()
    do(room, "p1", "play r1")
    assert [line.seat for line in views.room_view(room, room.now).standings] == ["p1", "p2", "p3"]
    assert lines(room)["A"] == (1, 28, 1)
    assert lines(room)["C"] == (0, 0, 1)


def test_a_game_that_somebody_left_counts_for_them_too():
    room = one_card_from_the_end()
    do(room, "p2", "leave")
    do(room, "p1", "play r1")
    assert lines(room) == {"A": (1, 17, 1), "B": (0, 0, 1), "C": (0, 0, 1)}


def test_who_comes_back_under_the_same_identity_goes_on_with_their_line():
    room = one_card_from_the_end()
    do(room, "p1", "play r1")
    do(room, "p1", "lobby")
    before = lines(room)
    do(room, "p1", "leave")
    assert lines(room)["A"] == before["A"]
    assert [line.seat for line in views.room_view(room, room.now).standings if line.name == "A"] == [""]
    seat = arrive(room, "A")
    assert seat == "p4"
    assert lines(room)["A"] == before["A"]
    assert [line.seat for line in views.room_view(room, room.now).standings if line.name == "A"] == ["p4"]


def test_another_identity_with_the_same_name_has_a_line_of_its_own():
    room = one_card_from_the_end()
    do(room, "p1", "play r1")
    do(room, "p1", "lobby")
    do(room, "p1", "leave")
    apply(room, commands.JoinRoom(player="somebody else", name="A"), room.now)
    assert sorted(line.games for line in views.room_view(room, room.now).standings if line.name == "A") == [0, 1]


def test_who_never_played_is_on_it_only_while_seated():
    room = lobby(players=2)
    assert set(lines(room)) == {"player-1", "player-2"}
    do(room, "p2", "leave")
    assert set(lines(room)) == {"player-1"}


def test_who_only_looks_in_leaves_nothing_behind():
    """A lobby may live long, and its state is stored with every command."""
    room = lobby(players=2)
    size = len(encoded(room))
    for number in range(100):
        do(room, arrive(room, f"visitor-{number}"), "leave")
        do(room, "p1", "bot easy")
        do(room, "p1", f"kick {room.seats[-1].seat}")
    assert len(encoded(room)) < size + 10


def test_a_rematch_starts_from_zero_and_the_table_goes_on():
    room = one_card_from_the_end()
    do(room, "p1", "play r1")
    do(room, "p1", "rematch")
    assert [seat.score for seat in room.seats] == [0, 0, 0]
    assert lines(room)["A"] == (1, 28, 1)
