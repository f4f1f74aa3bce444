"""Shuffle Hands: all hands are gathered, shuffled and dealt out again (CL-16)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.draw import shuffled
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.wild import ColourWild

if TYPE_CHECKING:
    from services.game.engine.room import Room


class ShuffleHands(ColourWild):
    """One by one from the next player on."""

    id = "wildshuffle"
    symbol = "shuffle"
    label = {"en": "Shuffle Hands", "de": "Hände mischen", "nl": "Handen schudden"}
    help = {
        "en": "All hands are gathered, shuffled and dealt out again; choose the colour.",
        "de": "Alle Hände werden eingesammelt, gemischt und neu verteilt; wähle die Farbe.",
        "nl": "Alle handen worden verzameld, geschud en opnieuw gedeeld; kies de kleur.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        following = table.after(use.seat)
        gathered = [card for seat in table.playing() for card in table.hands[seat]]
        order, counter = shuffled(room, gathered)
        yield events.HandsShuffled(first=following, order=order, counter=counter)
        return following


FACES: list[Face] = [ShuffleHands()]
