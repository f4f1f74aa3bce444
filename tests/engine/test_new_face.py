"""Adding a face touches one file: here is one, in this file. The deck, the play, the wire and the catalogue know it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from services.game.engine import Room, events, views
from services.game.engine.catalogue import catalogue
from services.game.engine.draw import draw
from services.game.engine.faces import FACE, FACES, Effect, Face, Use, register
from services.game.engine.notation import parse_cards
from services.game.engine.rulesets import RULESETS, RuleSet
from services.game.engine.rulesets import register as register_rules
from tests.engine.tables import do, kinds, table
from tools.soak.checks import Watched
from tools.soak.game import Plan

if TYPE_CHECKING:
    from services.game.engine.cards import Card
    from services.game.engine.settings import Settings


class Generous(Face):
    """A chosen player draws as many cards as the one who plays it has left, and is skipped if they are next."""

    id = "generous"
    symbol = "generous"
    points = 30
    choices = ("target",)
    label = {"en": "Generous", "de": "Großzügig", "nl": "Gul"}
    help = {"en": "Somebody draws.", "de": "Jemand zieht.", "nl": "Iemand pakt."}

    def effect(self, room: Room, use: Use) -> Effect:
        yield from draw(room, use.target, len(room.round.hands[use.seat]), "generous")
        following = room.round.after(use.seat)
        if following == use.target:
            yield events.TurnMissed(seat=following, reason="generous")
            following = room.round.after(following)
        return following


@pytest.fixture(autouse=True)
def face() -> Iterator[None]:
    """Registered as if it lay in faces/, and gone again afterwards."""
    faces, cards = dict(FACES), dict(FACE)
    register(Generous())
    yield
    for register_, before in ((FACES, faces), (FACE, cards)):
        register_.clear()
        register_.update(before)


def test_it_is_played_with_its_choice():
    room = table(
        "classic108", players=["A", "B", "C"], hands={"A": "rgenerous b2 b3", "B": "g5 g6", "C": "y6 y7"},
        discard="r4", draw="b9 b8 b7", turn="A",
    )  # fmt: skip
    (play,) = views.seat_view(room, "p1", room.now).plays
    assert play.card == "rgenerous"
    assert [(choice.kind, choice.options) for choice in play.choices] == [("target", ["p2", "p3"])]
    happened = do(room, "p1", "play rgenerous target=p2")
    assert kinds(happened) == ["CardPlayed", "CardsDrawn", "TurnMissed", "TurnStarted"]
    assert room.round.hands["p2"] == ["g5", "g6", "b9", "b8"]
    assert room.round.turn == "p3"


def test_it_goes_on_its_like_in_another_colour():
    room = table(
        "classic108",
        players=["A", "B"],
        hands={"A": "ggenerous b2", "B": "g5"},
        discard="rgenerous",
        draw="b9",
        turn="A",
    )
    assert [play.card for play in views.seat_view(room, "p1", room.now).plays] == ["ggenerous"]


def test_it_is_in_the_notation_and_in_the_catalogue():
    assert parse_cards("rgenerous bgenerous") == ["rgenerous", "bgenerous"]
    (info,) = [info for info in catalogue().faces if info.id == "generous"]
    assert (info.label["nl"], info.symbol, info.needs) == ("Gul", "generous", ["target"])


def test_a_rule_set_that_has_it_plays_whole_games_of_it():
    """One more file, under rulesets/: then the generic suites play it, too."""
    classic = RULESETS["classic108"]

    class WithGenerous(type(classic)):  # type: ignore[misc]
        id = "generous"

        def deck(self, settings: "Settings", players: int) -> "list[Card]":
            return [*classic.deck(settings, players), *(card for card in Generous().cards() for _ in range(6))]

    rules: RuleSet = WithGenerous()
    register_rules(rules)
    try:
        (info,) = [info for info in catalogue().rulesets if info.id == "generous"]
        assert (info.deck["generous"], info.points["generous"]) == (24, 30)
        for players in (2, 4, 7):
            watched = Watched(Plan("generous", players, 1, {"target_score": "0"}))
            watched.play()
            assert watched.taken > players
    finally:
        del RULESETS["generous"]
