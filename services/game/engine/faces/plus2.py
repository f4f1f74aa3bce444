"""+2: the next player draws 2 and loses the turn, unless they may answer (COM-12)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.draw import draw
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.penalties import DrawCard, aim

if TYPE_CHECKING:
    from services.game.engine.room import Room


class PlusTwo(DrawCard):
    """The draw card of the standard deck."""

    id = "+2"
    symbol = "+2"
    draws = 2
    label = {"en": "+2", "de": "+2", "nl": "+2"}
    help = {
        "en": "The next player draws 2 and loses the turn.",
        "de": "Der nächste Spieler zieht 2 und setzt aus.",
        "nl": "De volgende speler pakt er 2 en slaat een beurt over.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        return (yield from aim(room, use, self.draws, self.id))

    def start(self, room: "Room", first: str) -> Effect:  # CL-04
        yield from draw(room, first, self.draws, "start_card")
        yield events.TurnMissed(seat=first, reason="start_card")
        return room.round.after(first)


FACES: list[Face] = [PlusTwo()]
