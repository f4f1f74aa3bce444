"""The normal level: every kind of decision, on views made by hand."""

from collections import Counter
from random import Random

import pytest

from services.bots.levels import LEVELS
from services.bots.levels.decide import decide
from services.bots.levels.sight import Sight
from services.game.engine.commands import (
    AnswerDuel,
    CallLastCard,
    CatchPlayer,
    ChallengeWild,
    ChooseColour,
    Command,
    DrawCard,
    HandInStroke,
    PassTurn,
    PlayCard,
    TakeStack,
)
from services.game.engine.shapes import Choice, DuelView, StackView
from tests.services.bots_views import COLOURS, legal, sight

NORMAL = LEVELS["normal"]


def moves(seen: Sight, owed: str = "turn:17", seed: int = 0) -> list[Command]:
    return list(decide(seen, owed, NORMAL, Random(seed)))


def move(seen: Sight, owed: str = "turn:17") -> Command:
    (made,) = moves(seen, owed)
    return made


def played(seen: Sight) -> PlayCard:
    made = moves(seen)[-1]
    assert isinstance(made, PlayCard)
    return made


def share(seen: Sight, kind: type[Command], owed: str = "turn:17", tries: int = 300) -> float:
    return sum(any(isinstance(made, kind) for made in moves(seen, owed, seed)) for seed in range(tries)) / tries


def test_moves_are_bound_to_the_turn_they_answer() -> None:
    assert played(sight("r5 b1 b2", plays=["r5"], verbs="draw")).turn == 17


def test_the_colour_it_has_most_of_is_followed() -> None:
    assert played(sight("r5 b5 b1 b2 b3", plays=["r5", "b5"], verbs="draw")).card == "b5"


def test_wilds_are_kept_while_something_else_fits() -> None:
    assert played(sight("wild wild+4 r5 b1 b2", plays=["wild", "wild+4", "r5"], verbs="draw")).card == "r5"


def test_a_wild_is_played_rather_than_a_card_drawn() -> None:
    assert played(sight("wild b1 b2 g3", plays=["wild"], verbs="draw")).colour == "b"


def test_whoever_is_about_to_win_is_hit() -> None:
    seen = sight("r+2 r5 r6 r7 g1", plays=["r+2", "r5", "r6", "r7"], verbs="draw", cards={"p2": 1, "p3": 5})
    assert played(seen).card == "r+2"
    far = sight("r+2 g5 g6 g7 g1", plays=["r+2", "g5"], verbs="draw", cards={"p2": 9, "p3": 9})
    assert played(far).card == "g5"


def test_play_is_not_turned_to_whoever_is_about_to_win() -> None:
    seen = sight("rrev r5 b1 b2", plays=["rrev", "r5"], verbs="draw", cards={"p2": 7, "p3": 1})
    assert played(seen).card == "r5"
    turned = sight("rrev r5 b1 b2", plays=["rrev", "r5"], verbs="draw", cards={"p2": 1, "p3": 7})
    assert played(turned).card == "rrev"


def test_a_digit_is_kept_to_go_out_with() -> None:
    seen = sight("r5 rskip", plays=["r5", "rskip"], verbs="draw", settings={"no_action_finish": "on"})
    assert played(seen).card == "rskip"


def test_it_goes_out_when_it_can() -> None:
    assert played(sight("wild", plays=["wild"], verbs="draw")).card == "wild"


def test_a_stack_is_answered_with_what_is_needed_least() -> None:
    seen = sight(
        "r+2 wild+4 b1 b2", plays=["r+2", "wild+4"], verbs="take", stack=StackView(cards=2, by="p3", last="+2")
    )
    assert isinstance(move(seen), PlayCard)


def test_a_stack_without_an_answer_is_taken() -> None:
    assert isinstance(move(sight("b1 b2", verbs="take", stack=StackView(cards=2, by="p3", last="+2"))), TakeStack)


def test_it_draws_when_nothing_fits() -> None:
    assert isinstance(move(sight("b1 b2", verbs="draw")), DrawCard)


def test_a_drawn_card_that_would_hurt_is_kept_if_it_may_be() -> None:
    aimed = Choice(kind="target", options=["p2"], count=1)
    drawn = sight("r7 b1", plays=[legal("r7", aimed)], verbs="pass", cards={"p2": 9}, settings={"seven_zero": "on"})
    assert isinstance(move(drawn), PassTurn)
    must = sight("r7 b1", plays=[legal("r7", aimed)], cards={"p2": 9}, settings={"seven_zero": "on"})
    assert isinstance(move(must), PlayCard)


def test_hands_are_swapped_with_who_has_the_fewest_cards() -> None:
    aimed = Choice(kind="target", options=["p2", "p3"], count=1)
    seen = sight(
        "r7 b1 b2 b3 b4",
        plays=[legal("r7", aimed)],
        verbs="draw",
        cards={"p2": 5, "p3": 1},
        settings={"seven_zero": "on"},
    )
    assert played(seen).target == "p3"


def test_gifts_are_cards_that_are_missed_least() -> None:
    give = Choice(kind="give", options=["wild", "b1", "b2", "gskip", "y5"], count=2)
    seen = sight("r5 wild b1 b2 gskip y5", plays=[legal("r5", give)])
    assert set(played(seen).give) == {"gskip", "y5"}


def test_an_extra_goes_along_with_the_colour_it_has() -> None:
    extras = [legal("b1"), legal("gskip"), legal("wild")]
    choices = (
        Choice(kind="colour", options=COLOURS, count=1),
        Choice(kind="extra", options=["b1", "gskip", "wild"], count=1, optional=True, extras=extras),
    )
    play = played(sight("wild b1 b2 b3 gskip wild", plays=[legal("wild", *choices)]))
    assert play.extra
    if play.extra == "wild":
        assert play.extra_colour == "b"
    else:
        assert play.colour == play.extra[0]


def test_a_colour_that_may_be_named_later_is() -> None:
    swap = legal(
        "wild",
        Choice(kind="target", options=["p2"], count=1),
        Choice(kind="colour", options=COLOURS, count=1, optional=True),
    )
    play = played(sight("wild b1 b2 b3", plays=[swap], cards={"p2": 1}))
    assert (play.target, play.colour) == ("p2", "")


def test_a_colour_owed_is_its_strongest() -> None:
    seen = sight("g1 g2 r5 wild", verbs="colour")
    assert move(seen, "colour:17") == ChooseColour(by="p1", turn=17, colour="g")


@pytest.mark.rule("COM-16")
def test_it_calls_before_the_play_that_leaves_one_card_with_some_lapses() -> None:
    seen = sight("b1 b5", plays=["b5"], verbs="draw call")
    assert [type(made) for made in moves(seen)] == [CallLastCard, PlayCard]
    assert 0.85 < share(seen, CallLastCard) < 1


@pytest.mark.rule("COM-18")
def test_a_last_card_that_came_otherwise_is_called_late_or_not_at_all() -> None:
    seen = sight("b1", verbs="call", turn="p2")
    assert {type(made) for seed in range(50) for made in moves(seen, "call:1:17", seed)} == {CallLastCard}
    assert 0.5 < share(seen, CallLastCard, "call:1:17") < 0.9
    assert not moves(sight("b1", turn="p2"), "call:1:17")


def test_it_does_not_call_when_it_will_draw() -> None:
    assert isinstance(move(sight("b1 b5", verbs="draw call")), DrawCard)


@pytest.mark.rule("ZC-37")
def test_it_catches_mostly() -> None:
    seen = sight("b1 b2 b3", catches=["p2"], cards={"p2": 1, "p3": 4}, turn="p3")
    assert {type(made) for seed in range(50) for made in moves(seen, "catch:p2:1:17", seed)} == {CatchPlayer}
    assert 0.6 < share(seen, CatchPlayer, "catch:p2:1:17") < 0.9


def test_on_its_turn_it_catches_before_it_moves() -> None:
    seen = sight("b1 b2 b3", plays=["b1"], verbs="draw", catches=["p2"], cards={"p2": 1, "p3": 4})
    assert {tuple(map(type, moves(seen, seed=seed))) for seed in range(50)} == {(CatchPlayer, PlayCard), (PlayCard,)}
    assert 0.6 < share(seen, CatchPlayer) < 0.9


def test_it_does_not_catch_who_has_called_meanwhile() -> None:
    assert moves(sight("b1 b2 b3", catches=[], turn="p3"), "catch:p2:1:17") == []


def test_a_full_hand_is_doubted_and_a_small_one_believed() -> None:
    def attacked(left: int) -> Sight:
        stack = StackView(cards=4, by="p3", last="wild+4")
        return sight("b1 b2", verbs="take challenge", stack=stack, cards={"p2": 5, "p3": left})

    assert isinstance(move(attacked(7)), ChallengeWild)
    assert isinstance(move(attacked(1)), TakeStack)


@pytest.mark.rule("CL-11")
def test_a_bluff_that_will_be_doubted_is_not_worth_it() -> None:
    def seen(colour: str) -> Sight:
        hand = "wild+4 wild b1 b2 b3 b4 g1 g2"
        return sight(
            hand, plays=["wild+4", "wild"], cards={"p2": 3}, settings={"challenge": "on"}, colour=colour, verbs="draw"
        )

    assert played(seen("r")).card == "wild+4"
    assert played(seen("b")).card == "wild"


def test_in_a_round_without_end_it_does_not_do_the_same_for_ever() -> None:
    """Two have been seen to challenge one another's Wild +4 for 100,000 moves."""

    def first_choices(turn_number: int) -> set[str]:
        seen = sight("r5 b5 b1 b2 wild", plays=["r5", "b5", "wild"], verbs="draw", turn_number=turn_number)
        return {made.card for seed in range(60) for made in moves(seen, seed=seed) if isinstance(made, PlayCard)}

    assert first_choices(100) == {"b5"}
    assert first_choices(1000) == {"r5", "b5", "wild"}


def test_duels_are_mostly_solved() -> None:
    seen = sight("b1 b2", verbs="answer", duel=DuelView(by="p2", against="p1", sum="7 × 8", deadline_ms=0))
    answers = Counter(made.answer for seed in range(200) for made in moves(seen, "duel:17", seed))
    assert all(isinstance(made, AnswerDuel) for made in moves(seen, "duel:17"))
    assert answers.most_common(1)[0][0] == "56"
    assert 0.8 < answers["56"] / 200 < 1


def test_circles_are_strokes_that_the_contract_allows() -> None:
    made = move(sight("b1 b2", verbs="circle"), "circle:17")
    assert isinstance(made, HandInStroke)
    assert 8 <= len(made.points) // 2 <= 2000
    assert all(0 <= value <= 1000 for value in made.points)


@pytest.mark.rule("ZC-32")
def test_it_jumps_in_often_when_that_helps() -> None:
    seen = sight("b5 b1 b2", plays=["b5"], turn="p2")
    assert 0.5 < share(seen, PlayCard, "jump:b5:1:17") < 0.9


def test_nothing_is_done_where_nothing_is_owed() -> None:
    assert moves(sight("b5 b1 b2", turn="p2")) == []
