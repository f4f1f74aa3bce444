"""What is in each deck (ZC-01, ZC-02, ZC-33, CL-01, CL-02, MC-01), counted by hand from the rulebook."""

from collections import Counter

import pytest

from services.game.engine.faces import FACE, FACES
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import SPECIALS
from tests.engine.games import every_ruleset

STANDARD = {
    "0": 4, **dict.fromkeys("123456789", 8), "skip": 8, "rev": 8, "+2": 8, "wild": 4, "wild+4": 4,
}  # fmt: skip
MERCY = {
    **dict.fromkeys("0123456789", 8), "skip": 12, "rev": 12, "+2": 12, "+4": 8, "discard": 12, "skipall": 8,
    "wildrev+4": 8, "wild+6": 4, "wild+10": 4, "wildroulette": 8,
}  # fmt: skip
COLOURED_SPECIALS = ("mirror", "freeze", "swap", "duel", "circle", "magnet", "bomb", "xray", "whirl", "gift", "panic")


def faces(ruleset: str, players: int = 4, **settings: str) -> dict[str, int]:
    """How many of each face there are."""
    return Counter(FACE[card].id for card in deck(ruleset, players, **settings))


def deck(ruleset: str, players: int = 4, **settings: str) -> list[str]:
    rules = RULESETS[ruleset]
    return rules.deck(rules.settings(settings), players)


@pytest.mark.rule("CL-01")
def test_classic108():
    assert faces("classic108") == STANDARD
    assert len(deck("classic108")) == 108


@pytest.mark.rule("CL-02")
def test_classic108_with_what_the_host_may_add():
    assert faces("classic108", shuffle_hands="on") == {**STANDARD, "wildshuffle": 1}
    assert faces("classic108", blank_wilds="on") == {**STANDARD, "wildcustom": 3}


@pytest.mark.rule("CL-02")
def test_classic112():
    assert faces("classic112") == {**STANDARD, "wildswap": 1, "wildcustom": 3}
    assert len(deck("classic112")) == 112


@pytest.mark.rule("MC-01")
def test_mercy():
    assert faces("mercy") == MERCY
    assert len(deck("mercy")) == 168


@pytest.mark.rule("ZC-01")
def test_zerocards():
    assert faces("zerocards") == {**STANDARD, **dict.fromkeys(COLOURED_SPECIALS, 4), "wild+1": 4}


@pytest.mark.rule("ZC-01", "ZC-33")
@pytest.mark.parametrize("special", SPECIALS)
def test_a_special_that_is_switched_off_is_not_in_the_deck(special: str):
    with_it, without = faces("zerocards"), faces("zerocards", **{f"specials.{special}": "off"})
    gone = {face: count for face, count in with_it.items() if face not in without}
    assert list(gone.values()) == [4]
    assert [FACES[face].special for face in gone] == [special]
    assert sum(without.values()) == sum(with_it.values()) - 4


@pytest.mark.rule("ZC-02")
@pytest.mark.parametrize("players", range(2, 11))
def test_two_decks_from_six_players_on(players: int):
    times = 2 if players >= 6 else 1
    assert Counter(deck("zerocards", players)) == Counter(deck("zerocards", 2) * times)


@every_ruleset
@pytest.mark.parametrize("settings", [{}, {"start_hand": "10"}], ids=["7 cards", "10 cards"])
def test_ten_players_can_be_dealt_to(ruleset: str, settings: dict[str, str]):
    """With some cards left to draw from."""
    assert len(deck(ruleset, 10, **settings)) > 10 * int(settings.get("start_hand", "7"))


@every_ruleset
def test_every_card_of_a_deck_is_known(ruleset: str):
    everything = {name: "on" for name in ("shuffle_hands", "blank_wilds") if name in RULESETS[ruleset].defaults}
    assert all(card in FACE and "/" not in card for card in deck(ruleset, **everything))


@pytest.mark.rule("COM-14", "ZC-34", "CL-18", "MC-14")
@pytest.mark.parametrize(
    ("ruleset", "points"),
    [
        ("zerocards", {"wild": 50, "wild+4": 50, "wild+1": 50}),
        ("classic108", {"wild": 50, "wild+4": 50, "wildshuffle": 50, "wildcustom": 50}),
        ("classic112", {"wild": 50, "wild+4": 50, "wildswap": 40, "wildcustom": 40}),
        ("mercy", {"wildrev+4": 50, "wild+6": 50, "wild+10": 50, "wildroulette": 50}),
    ],
)
def test_points(ruleset: str, points: dict[str, int]):
    """Digits their value, coloured actions and specials 20, wilds as listed."""
    added = {name: "on" for name in ("shuffle_hands", "blank_wilds") if name in RULESETS[ruleset].defaults}
    for face in faces(ruleset, **added):
        expected = int(face) if face.isdigit() else points.get(face, 20)
        assert RULESETS[ruleset].points(FACES[face]) == expected, face
