"""The duel's sums (ZC-14): a person can do them in a few seconds, and chance picks them."""

import re
from collections import Counter

import pytest

from services.game.engine import Refused, Room, apply, commands
from services.game.engine.table import Duel
from tests.engine.tables import do, table

pytestmark = pytest.mark.rule("ZC-14")

SUM = re.compile(r"(\d+) ([×+-]) (\d+)")
WORKED_OUT = {"×": lambda a, b: a * b, "+": lambda a, b: a + b, "-": lambda a, b: a - b}


def duelling(seed: int = 0) -> tuple[Room, Duel]:
    room = table(
        "zerocards", seed=seed, players=["A", "B", "C"], hands={"A": "rduel b2 b3", "B": "g5 g6", "C": "y6 y7"},
        discard="r4", draw="b9 b8 b7 b6 b5 b4 b1", turn="A",
    )  # fmt: skip
    do(room, "p1", "play rduel target=p2")
    pending = room.round.pending
    assert isinstance(pending, Duel)
    return room, pending


def test_sums_are_easy_and_their_solutions_right():
    signs: Counter[str] = Counter()
    for seed in range(300):
        _, duel = duelling(seed)
        found = SUM.fullmatch(duel.sum)
        assert found is not None, duel.sum
        left, sign, right = int(found[1]), found[2], int(found[3])
        signs[sign] += 1
        assert duel.solution == WORKED_OUT[sign](left, right)
        assert 0 < duel.solution < 100
        assert max(left, right) < 80
        if sign == "×":
            assert max(left, right) < 10
        else:
            assert right < 20
    assert min(signs.values()) > 60


@pytest.mark.parametrize("written", ["{}", " {} ", "+{}", "0{}"])
def test_the_right_answer_as_people_type_it(written: str):
    room, duel = duelling()
    answer = written.format(duel.solution)
    apply(room, commands.AnswerDuel(by="p2", answer=answer), room.now)
    assert {seat: len(hand) for seat, hand in room.round.hands.items()} == {"p1": 5, "p2": 2, "p3": 2}


def test_a_wrong_answer_costs_its_author_five():
    room, duel = duelling()
    apply(room, commands.AnswerDuel(by="p2", answer=str(-duel.solution)), room.now)
    assert {seat: len(hand) for seat, hand in room.round.hands.items()} == {"p1": 2, "p2": 7, "p3": 2}


@pytest.mark.parametrize("answer", ["", " ", "x", "1.5", "1e3", "--1", "٣", "²", "1234567", "0x10", "1 2", "1" * 5000])
def test_what_is_no_number_is_refused_and_may_be_tried_again(answer: str):
    room, duel = duelling()
    with pytest.raises(Refused, match="bad_answer"):
        apply(room, commands.AnswerDuel(by="p2", answer=answer), room.now)
    apply(room, commands.AnswerDuel(by="p2", answer=str(duel.solution)), room.now)


def test_only_the_two_may_answer():
    room, duel = duelling()
    with pytest.raises(Refused, match="not_your_turn"):
        apply(room, commands.AnswerDuel(by="p3", answer=str(duel.solution)), room.now)
