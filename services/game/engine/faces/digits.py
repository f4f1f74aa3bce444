"""The digits 0–9, and what 7 and 0 do where the house rule seven_zero is on (MC-12)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.cards import Card
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Digit(Face):
    """A digit: by colour or digit, worth its face value."""

    kind = "digit"
    chaos = 0

    def __init__(self, digit: int) -> None:
        text = str(digit)
        self.id = text  # type: ignore[misc]  # one class for ten faces
        self.symbol = text  # type: ignore[misc]
        self.points = digit  # type: ignore[misc]
        self.label = dict.fromkeys(("en", "de", "nl"), text)  # type: ignore[misc]
        self.help = {  # type: ignore[misc]
            "en": "Goes on its colour or on the same digit.",
            "de": "Passt auf die Farbe oder auf dieselbe Zahl.",
            "nl": "Past op de kleur of op hetzelfde cijfer.",
        }


class Seven(Digit):
    """With seven_zero: swap hands with a player of your choice."""

    choices = ("target",)

    def needs(self, room: "Room", seat: str, card: Card) -> tuple[str, ...]:
        last = len(room.round.hands[seat]) == 1  # the last card wins before any exchange
        return self.choices if room.settings.seven_zero and not last else ()

    def effect(self, room: "Room", use: Use) -> Effect:
        if room.settings.seven_zero and use.target:
            yield events.HandsSwapped(seat=use.seat, target=use.target)
        return room.round.after(use.seat)


class Zero(Digit):
    """With seven_zero: all hands move on in the direction of play."""

    def effect(self, room: "Room", use: Use) -> Effect:
        if room.settings.seven_zero:
            yield events.HandsMoved(direction=room.round.direction, reason="zero")
        return room.round.after(use.seat)


FACES: list[Face] = [Zero(0), *(Digit(n) for n in (1, 2, 3, 4, 5, 6)), Seven(7), Digit(8), Digit(9)]
