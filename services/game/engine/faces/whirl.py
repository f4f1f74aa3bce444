"""Whirlwind: a chosen player's whole hand goes back, and as many cards come (ZC-21)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.draw import shuffled
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.magnet import HandTarget

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Whirlwind(HandTarget):
    """The hand goes into the draw pile first, so there is always enough."""

    id = "whirl"
    special = "whirl"
    symbol = "whirl"
    label = {"en": "Whirlwind", "de": "Wirbelwind", "nl": "Wervelwind"}
    help = {
        "en": "A player of your choice shuffles the whole hand back and draws as many new cards.",
        "de": "Eine Person deiner Wahl mischt die ganze Hand zurück und zieht ebenso viele neue Karten.",
        "nl": "Een speler naar keuze schudt de hele hand terug en pakt evenveel nieuwe kaarten.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        if use.target:
            hand = table.hands[use.target]
            order, counter = shuffled(room, table.draw + hand)
            yield events.HandReplaced(seat=use.target, by=use.seat, count=len(hand), order=order, counter=counter)
        return table.after(use.seat)


FACES: list[Face] = [Whirlwind()]
