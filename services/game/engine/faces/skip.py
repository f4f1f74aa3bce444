"""Skip: the next player loses the turn (COM-09)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Skip(Face):
    """With two in the round you are on turn again."""

    id = "skip"
    symbol = "skip"
    label = {"en": "Skip", "de": "Aussetzen", "nl": "Overslaan"}
    help = {
        "en": "The next player loses the turn.",
        "de": "Der nächste Spieler setzt aus.",
        "nl": "De volgende speler slaat een beurt over.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        skipped = room.round.after(use.seat)
        yield events.TurnMissed(seat=skipped, reason="skip")
        return room.round.after(skipped)

    def start(self, room: "Room", first: str) -> Effect:  # CL-06
        yield events.TurnMissed(seat=first, reason="start_card")
        return room.round.after(first)


FACES: list[Face] = [Skip()]
