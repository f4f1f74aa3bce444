"""Reverse: the direction turns (COM-10)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room

TWO = 2


class Reverse(Face):
    """With two in the round it acts as a Skip."""

    id = "rev"
    symbol = "reverse"
    label = {"en": "Reverse", "de": "Richtungswechsel", "nl": "Omkeren"}
    help = {
        "en": "Play goes the other way. With two players you are on turn again.",
        "de": "Es geht andersherum weiter. Zu zweit bist du noch einmal dran.",
        "nl": "Het spel gaat de andere kant op. Met z'n tweeën ben je nog een keer.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        yield events.DirectionTurned(direction=-table.direction)
        following = table.after(use.seat)
        if len(table.playing()) == TWO:
            yield events.TurnMissed(seat=following, reason="skip")
            return use.seat
        return following

    def start(self, room: "Room", first: str) -> Effect:  # CL-05: the dealer begins
        table = room.round
        yield events.DirectionTurned(direction=-table.direction)
        return table.dealer or table.after(first)


FACES: list[Face] = [Reverse()]
