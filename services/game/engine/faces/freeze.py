"""Freeze: a chosen player misses their next turn (ZC-11)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Freeze(Face):
    """Freezing a frozen one changes nothing."""

    id = "freeze"
    kind = "special"
    special = "freeze"
    symbol = "freeze"
    choices = ("target",)
    label = {"en": "Freeze", "de": "Einfrieren", "nl": "Bevriezen"}
    help = {
        "en": "Choose a player: they miss their next turn.",
        "de": "Wähle jemanden: der nächste Zug dieser Person fällt aus.",
        "nl": "Kies een speler: die mist de volgende beurt.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        if use.target:
            yield events.PlayerFrozen(seat=use.target, by=use.seat)
        return room.round.after(use.seat)


FACES: list[Face] = [Freeze()]
