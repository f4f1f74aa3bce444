"""Wild: choose the colour (COM-11)."""

from typing import TYPE_CHECKING, ClassVar

from services.game.engine import events
from services.game.engine.faces import Effect, Face

if TYPE_CHECKING:
    from services.game.engine.room import Room


class ColourWild(Face):
    """What all wilds have in common; as start card the first player names the colour (CL-08)."""

    kind = "wild"
    wild = True
    points = 50
    choices: ClassVar[tuple[str, ...]] = ("colour",)

    def start(self, room: "Room", first: str) -> Effect:
        yield events.TurnStarted(seat=first, number=room.round.turn_number + 1)
        yield events.ColourAsked(seat=first, resume=first, start=True)
        return first


class Wild(ColourWild):
    """The plain wild."""

    id = "wild"
    symbol = "wild"
    label = {"en": "Wild", "de": "Farbwahl", "nl": "Kleurkeuze"}
    help = {
        "en": "Always playable. Choose the colour.",
        "de": "Passt immer. Wähle die Farbe.",
        "nl": "Past altijd. Kies de kleur.",
    }


FACES: list[Face] = [Wild()]
