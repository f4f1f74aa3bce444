"""A load player asks for nothing that its view does not allow."""

import random

import pytest

from tools.load.choose import choose
from tools.load.frames import Choice, Duel, LegalPlay, Seat, Table

TABLE = Table(turn="p1", turn_number=7)


def commands(seat: Seat, table: Table = TABLE, tries: int = 200) -> list[dict]:
    rng = random.Random(1)
    return [dict(command) for _ in range(tries) if (command := choose(seat, table, rng)) is not None]


def test_nothing_to_do() -> None:
    assert commands(Seat(seat="p1", hand=["r5"])) == []


def test_moves_are_bound_to_the_turn_they_answer() -> None:
    seat = Seat(seat="p1", hand=["r5", "b1"], verbs=["draw"], plays=[LegalPlay("r5")])
    assert {(command["turn"], *(command.keys() - {"turn"})) for command in commands(seat)} == {(7, "play"), (7, "draw")}


def test_every_choice_of_a_play_is_made_from_its_options() -> None:
    gift = LegalPlay(
        "rgift",
        [Choice("target", ["p2", "p3"], 1), Choice("give", ["b1", "b2", "b3"], 2)],
    )
    for command in commands(Seat(seat="p1", hand=["rgift", "b1", "b2", "b3"], plays=[gift])):
        play = command["play"]
        assert play["target"] in {"p2", "p3"}
        assert len(set(play["give"])) == 2
        assert set(play["give"]) <= {"b1", "b2", "b3"}


def test_an_extra_has_the_colour_just_chosen_and_its_own_choices() -> None:
    extras = [
        LegalPlay("gswap", [Choice("target", ["p2"], 1)], ["g"]),
        LegalPlay("wild", [Choice("colour", list("rygb"), 1)]),
    ]
    plus1 = LegalPlay(
        "wild+1", [Choice("colour", list("rygb"), 1), Choice("extra", ["gswap", "wild"], 1, True, extras)]
    )
    played = [command["play"] for command in commands(Seat(seat="p1", hand=["wild+1", "gswap", "wild"], plays=[plus1]))]
    for play in played:
        if play["extra"] == "gswap":
            assert play["colour"] == "g"
            assert play["extraTarget"] == "p2"
        else:
            assert play["extraColour"] in "rygb"
    assert {play["extra"] for play in played} == {"gswap", "wild"}


@pytest.mark.parametrize(("text", "answer"), [("7 × 8", "56"), ("12 + 9", "21"), ("30 − 4", "26"), ("?", "0")])
def test_duels_are_solved(text: str, answer: str) -> None:
    seat = Seat(seat="p1", hand=["r5"], verbs=["answer"])
    assert commands(seat, Table(duel=Duel(text)), tries=1) == [{"answer": {"answer": answer}}]


def test_a_stroke_is_one_that_the_contract_allows() -> None:
    points = commands(Seat(seat="p1", hand=["r5"], verbs=["circle"]), tries=1)[0]["circle"]["points"]
    assert len(points) % 2 == 0
    assert 8 <= len(points) // 2 <= 2000
    assert all(isinstance(value, int) and 0 <= value <= 1000 for value in points)


def test_between_rounds_the_host_goes_on() -> None:
    assert commands(Seat(seat="p1", verbs=["next", "lobby", "leave"]), tries=1) == [{"next": {}}]
