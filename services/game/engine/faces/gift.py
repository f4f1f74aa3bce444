"""Gift: give exactly 2 chosen cards to a chosen player (ZC-22)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Gift(Face):
    """1 if only 1 is left; emptying the hand so is no win (ZC-13)."""

    id = "gift"
    kind = "special"
    special = "gift"
    symbol = "gift"
    choices = ("target", "give")
    label = {"en": "Gift", "de": "Geschenk", "nl": "Cadeau"}
    help = {
        "en": "Give 2 of your cards to a player of your choice.",
        "de": "Schenke einer Person deiner Wahl 2 deiner Karten.",
        "nl": "Geef 2 van je kaarten aan een speler naar keuze.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        if use.target and use.give:
            cards = list(use.give)
            yield events.CardsGiven(seat=use.seat, target=use.target, count=len(cards), cards=cards)
        return room.round.after(use.seat)


FACES: list[Face] = [Gift()]
