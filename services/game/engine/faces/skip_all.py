"""Skip Everyone: you are on turn again (MC-07)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room


class SkipEveryone(Face):
    """All the others lose the turn."""

    id = "skipall"
    symbol = "skipall"
    label = {"en": "Skip Everyone", "de": "Alle aussetzen", "nl": "Sla iedereen over"}
    help = {
        "en": "Everybody else loses the turn: you are on again.",
        "de": "Alle anderen setzen aus: du bist noch einmal dran.",
        "nl": "Alle anderen slaan over: jij bent nog een keer.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        for other in room.round.others(use.seat):
            yield events.TurnMissed(seat=other, reason="skip")
        return use.seat


FACES: list[Face] = [SkipEveryone()]
