"""Wild Swap: change whole hands, then, seeing the new one, choose the colour (CL-14)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.wild import ColourWild

if TYPE_CHECKING:
    from services.game.engine.room import Room


class WildSwap(ColourWild):
    """The colour may be left out of the play; then it is owed."""

    id = "wildswap"
    symbol = "swap"
    choices = ("target", "colour?")
    label = {"en": "Wild Swap", "de": "Farbwahl Tausch", "nl": "Kleurkeuze ruil"}
    help = {
        "en": "Exchange whole hands with a player of your choice, then choose the colour.",
        "de": "Tausche die ganze Hand mit einer Person deiner Wahl, dann wähle die Farbe.",
        "nl": "Ruil je hele hand met een speler naar keuze, kies dan de kleur.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        if use.target:
            yield events.HandsSwapped(seat=use.seat, target=use.target)
        return room.round.after(use.seat)


FACES: list[Face] = [WildSwap()]
