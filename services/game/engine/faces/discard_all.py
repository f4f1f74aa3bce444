"""Discard All: all your cards of its colour go under it (MC-08)."""

from typing import TYPE_CHECKING

from services.game.engine.cards import Card
from services.game.engine.faces import Face

if TYPE_CHECKING:
    from services.game.engine.room import Room


class DiscardAll(Face):
    """If none is left, you have gone out."""

    id = "discard"
    symbol = "discard"
    takes_along = True
    label = {"en": "Discard All", "de": "Alle ablegen", "nl": "Alles weg"}
    help = {
        "en": "Put all your cards of its colour under it.",
        "de": "Lege alle deine Karten dieser Farbe darunter.",
        "nl": "Leg al je kaarten van deze kleur eronder.",
    }

    def along(self, room: "Room", seat: str, card: Card) -> list[Card]:
        hand = list(room.round.hands[seat])
        hand.remove(card)
        return [other for other in hand if other[0] == card[0]]


FACES: list[Face] = [DiscardAll()]
