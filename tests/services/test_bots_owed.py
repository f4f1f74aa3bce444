"""What bots are asked, on their turn and out of it, and what they are told to remember."""

from collections.abc import Sequence

import pytest
from zerocards.bots.v1.bots_pb2 import BotTurn

from services.game.bot_turns import newly_owed
from services.game.engine import Room, apply, bots, commands, events, next_deadline
from services.game.engine.events import Event
from services.game.engine.memory import recall
from services.game.engine.table import Circle, Duel, Table
from services.game.engine.views import room_view, seat_view, table_view
from services.game.updates import Views
from tools.tournament.deal import Deal

HANDS = {"p1": "r1 r2 b3 wild", "p2": "r5 g6 g7", "p3": "r1 y2 y3"}


def room(hands: dict[str, str] = HANDS, *, ruleset: str = "classic108", **table: object) -> Room:
    """Bots at p1, p2, …; p1 is on turn, a red 9 lies on top."""
    made = Deal(ruleset, ["normal"] * len(hands), b"7" * 32, {"jump_in": "on"}).room
    made.table = Table(
        round=1,
        seed=b"7" * 32,
        order=list(hands),
        hands={seat: hand.split() for seat, hand in hands.items()},
        draw=["b1", "b2", "b4", "b5", "b6", "b7", "b8", "b9", "y9"],
        discard=["g9", "r9"],
        colour="r",
        turn="p1",
        turn_number=4,
        **table,
    )
    return made


def asked(of: Room) -> dict[str, str]:
    return {f"{one.seat} {one.owed}": "may" if one.optional else "must" for one in bots.owed(of)}


def happens(at: Room, *asked: commands.Command) -> Sequence[Event]:
    return [event for command in asked for event in apply(at, command, at.now + 100)]


def test_the_turn_is_owed() -> None:
    assert asked(room()) == {"p1 turn:1:4:play:uncalled:4": "must"}


@pytest.mark.rule("COM-17")
def test_out_of_turn_a_bot_may_catch_and_whoever_forgot_may_still_call() -> None:
    seen = asked(room({**HANDS, "p2": "g6"}))
    assert seen == {
        "p1 turn:1:4:play:uncalled:4": "must",
        "p2 call:1:4": "may",
        "p3 catch:p2:1:4": "may",
    }
    assert asked(room({**HANDS, "p2": "g6"}, called=["p2"])) == {"p1 turn:1:4:play:uncalled:4": "must"}


@pytest.mark.rule("ZC-32")
def test_an_identical_card_may_be_thrown_in() -> None:
    seen = asked(room({**HANDS, "p3": "r9 y2"}))
    assert seen["p3 jump:r9:1:4"] == "may"


@pytest.mark.rule("ZC-16")
def test_in_a_minigame_there_is_nothing_to_catch_and_calling_stays_open() -> None:
    duel = Duel(by="p1", against="p3", sum="1 + 1", solution=2, deadline=10_000, resume="p1")
    seen = asked(room({**HANDS, "p2": "g6"}, pending=duel))
    assert seen == {"p1 duel:1:4": "must", "p3 duel:1:4": "must", "p2 call:1:4": "may"}


def test_a_bot_that_is_caught_while_it_thinks_is_asked_anew() -> None:
    table = room({**HANDS, "p1": "r1"}, ruleset="classic112")
    before = bots.owed(table)
    happens(table, commands.CatchPlayer(by="p2", seat="p1"))
    (anew,) = (one for one in bots.owed(table) if not one.optional)
    assert anew not in before
    assert anew.owed == "turn:1:4:play:uncalled:3"


def test_a_question_asked_again_leaves_out_what_may_be_let_be() -> None:
    table = room({**HANDS, "p2": "g6"})
    before = bots.owed(table)
    seen = Views(table, table.now)
    assert newly_owed(table, before, [], seen, 2) == []
    again = newly_owed(table, before, [events.BotAskedAgain()], seen, 3)
    assert [BotTurn.FromString(one.payload).owed for one in again] == ["turn:1:4:play:uncalled:4"]
    assert BotTurn.FromString(again[0].payload).memory == b'{"discard":["g9","r9"]}'


def test_what_may_be_let_be_has_one_name_all_turn() -> None:
    table = room({**HANDS, "p2": "g6", "p1": "b1 b2 b3"}, ruleset="classic112")
    before = bots.owed(table)
    happens(table, commands.DrawCard(by="p1", turn=4))
    again = [one for one in bots.owed(table) if one.optional and one in before]
    assert table.round.turn_number == 5 or [one.owed for one in again] == ["call:1:4", "catch:p2:1:4"]


def test_nobody_is_asked_while_no_human_is_there() -> None:
    empty = room()
    empty.paused_at = 1
    assert bots.owed(empty) == []


def test_who_drew_on_a_colour_is_remembered_until_the_colour_came() -> None:
    table = room({**HANDS, "p1": "g1 g2 y3", "p2": "r5 g6 g7"})
    table.round.draw += ["r8", "r4", "b2"]  # b2 does not fit either, and everybody sees that
    happens(table, commands.DrawCard(by="p1", turn=4))
    assert recall(table, "p2").lacks == {"p1": {"r": 0}}
    happens(
        table,
        commands.PlayCard(by="p2", turn=5, card="r5"),
        commands.DrawCard(by="p3", turn=6),
        commands.PlayCard(by="p3", turn=6, card="r4"),
        commands.DrawCard(by="p1", turn=7),
    )
    assert recall(table, "p2").lacks == {"p1": {"r": 1}, "p3": {"r": 0}}


def test_a_hand_that_was_swapped_is_known_to_who_gave_it_and_to_nobody_else() -> None:
    table = room({**HANDS, "p1": "r1 wildswap y3"}, ruleset="classic112")
    happens(table, commands.PlayCard(by="p1", turn=4, card="wildswap", target="p2", colour="g"))
    assert recall(table, "p1").shown == {"p2": ["r1", "y3"]}
    assert recall(table, "p2").shown == {"p1": ["r5", "g6", "g7"]}
    assert recall(table, "p3").shown == {}


def test_cards_that_are_played_are_no_longer_thought_to_be_held() -> None:
    table = room(shown={"p1": {"p2": ["r5", "g6", "g7"]}})
    happens(
        table,
        commands.PlayCard(by="p1", turn=4, card="r1"),
        commands.PlayCard(by="p2", turn=5, card="r5"),
    )
    assert recall(table, "p1").shown == {"p2": ["g6", "g7"]}


@pytest.mark.rule("COM-26")
def test_memory_is_in_no_view() -> None:
    table = room(shown={"p1": {"p2": ["r5", "g6", "g7"]}}, lacks={"p2": {"y": 1}})
    plain = room()
    assert table_view(table, 1) == table_view(plain, 1)
    assert seat_view(table, "p1", 1) == seat_view(plain, "p1", 1)
    assert room_view(table, 1).seats == room_view(plain, 1).seats


@pytest.mark.rule("COM-20", "COM-21")
def test_who_stands_in_plays_like_a_normal_bot() -> None:
    table = room()
    for seat in table.seats:
        seat.bot = ""
    table.settings.bot_takeover = True
    happened = happens(table, commands.LeaveRoom(by="p1"))
    assert any(isinstance(event, events.BotTookOver) for event in happened)
    assert [(one.seat, one.level, one.player) for one in bots.owed(table)] == [("p1", "normal", "bot:p1")]


@pytest.mark.rule("ZC-16", "ZC-37")
@pytest.mark.parametrize("kind", ["duel", "circle", "turn"])
def test_a_question_that_was_lost_is_asked_again_after_five_seconds(kind: str) -> None:
    at = room(pending={"duel": duel(), "circle": Circle(by="p1", deadline=20_000, resume="p2")}.get(kind))
    at.round.turn_started = at.round.asked_at = at.now = 10_000
    assert next_deadline(at) == 15_000
    before = bots.owed(at)
    happened = apply(at, commands.Expire(), 15_000)
    assert [type(event) for event in happened] == [events.BotAskedAgain]
    again = newly_owed(at, before, happened, Views(at, at.now), 2)
    assert [BotTurn.FromString(one.payload).owed for one in again] == [one.owed for one in before if not one.optional]


def test_nobody_is_asked_again_for_a_minigame_that_only_people_owe() -> None:
    at = room(pending=duel())
    for seat in at.seats:
        seat.bot = "" if seat.seat != "p2" else "normal"
    at.round.asked_at = at.now = 10_000
    assert next_deadline(at) == 20_000


def duel() -> Duel:
    return Duel(by="p1", against="p3", sum="1 + 1", solution=2, deadline=20_000, resume="p1")
