"""Bots' commands on the wire, their pace, and what an easy bot is like."""

from random import Random

import pytest
from zerocards.game.v1 import command_pb2 as pb

from services.bots import wire
from services.bots.levels import LEVELS
from services.bots.levels.decide import decide
from services.bots.levels.minigames import answer, stroke
from services.bots.pace import pause_s
from services.game.engine import commands as game
from services.game.engine.shapes import DuelView, StackView
from tests.services.bots_views import sight


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            game.PlayCard(by="p1", turn=3, card="wild", colour="g"),
            pb.Command(turn=3, play=pb.PlayCard(card="wild", colour="g")),
        ),
        (game.DrawCard(by="p1", turn=3), pb.Command(turn=3, draw=pb.DrawCard())),
        (game.TakeStack(by="p1", turn=3), pb.Command(turn=3, take=pb.TakeStack())),
        (game.ChallengeWild(by="p1", turn=3), pb.Command(turn=3, challenge=pb.ChallengeWild())),
        (game.ChooseColour(by="p1", turn=3, colour="r"), pb.Command(turn=3, colour=pb.ChooseColour(colour="r"))),
        (game.CallLastCard(by="p1"), pb.Command(call=pb.CallLastCard())),
        (game.CatchPlayer(by="p1", seat="p2"), pb.Command(catch=pb.CatchPlayer(seat="p2"))),
        (game.AnswerDuel(by="p1", answer="56"), pb.Command(answer=pb.AnswerDuel(answer="56"))),
        (game.HandInStroke(by="p1", points=(1.0, 2.0)), pb.Command(circle=pb.HandInStroke(points=[1, 2]))),
    ],
)
def test_commands_as_the_contract_has_them(asked: game.Command, message: pb.Command) -> None:
    assert wire.command(asked) == message


def test_pass_is_a_word_of_the_language() -> None:
    assert wire.command(game.PassTurn(by="p1", turn=3)).WhichOneof("command") == "pass"


def test_other_commands_are_not_a_bots() -> None:
    with pytest.raises(TypeError):
        wire.command(game.LeaveRoom(by="p1"))


@pytest.mark.parametrize("kind", ["turn", "colour", "challenge"])
def test_pauses_last_from_0_6_to_1_8_s(kind: str) -> None:
    rng = Random(1)
    pauses = [pause_s(kind, sight("r1 r2 r3", verbs="draw"), rng) for _ in range(500)]
    assert min(pauses) >= 0.6
    assert max(pauses) <= 1.8
    assert max(pauses) - min(pauses) > 0.5


def test_harder_looking_choices_take_longer() -> None:
    easy = sight("r1 r2", cards={"p2": 7})
    hard = sight("r1 r2", cards={"p2": 1}, stack=StackView(cards=4, by="p2", last="+2"))
    assert pause_s("turn", easy, Random(1)) < pause_s("turn", hard, Random(1))


def test_a_pause_says_nothing_of_the_hand() -> None:
    fits, fits_not = sight("r1 r2", plays=["r1", "r2"], verbs="draw"), sight("wild+4 b9", verbs="draw")
    assert pause_s("turn", fits, Random(1)) == pause_s("turn", fits_not, Random(1))


@pytest.mark.parametrize(
    ("text", "right"), [("7 × 8", "56"), ("12 + 9", "21"), ("30 − 41", "-11"), ("30 - 4", "26"), ("12 ÷ 4", "3")]
)
def test_sums_are_worked_out(text: str, right: str) -> None:
    assert answer(text, 1.0, Random(1)) == right
    assert answer(text, 0.0, Random(1)) != right


def test_a_steadier_hand_draws_rounder_circles() -> None:
    def spread(wobble: float) -> float:
        points = stroke(wobble, Random(2))
        radii = [((x - 500) ** 2 + (y - 500) ** 2) ** 0.5 for x, y in zip(points[::2], points[1::2], strict=True)]
        return max(radii) - min(radii)

    assert spread(0.05) < spread(0.3)


def test_easy_plays_what_fits_without_a_thought() -> None:
    seen = sight("wild r5 b1 b2", plays=["wild", "r5"], verbs="draw")
    cards = set()
    for seed in range(50):
        (move,) = decide(seen, "turn:17", LEVELS["easy"], Random(seed))
        assert isinstance(move, game.PlayCard)
        cards.add(move.card)
    assert cards == {"wild", "r5"}


@pytest.mark.rule("ZC-37")
def test_levels_differ_in_skill() -> None:
    easy, normal = LEVELS["easy"], LEVELS["normal"]
    assert (easy.calls, easy.catches, easy.solves) < (normal.calls, normal.catches, normal.solves)
    assert easy.wobble > normal.wobble
    seen = sight("b1", verbs="answer", duel=DuelView(by="p1", against="p2", sum="7 × 8", deadline_ms=0))
    assert isinstance(decide(seen, "duel:17", easy, Random(1))[0], game.AnswerDuel)
