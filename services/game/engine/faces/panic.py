"""Panic: the next turns last 2 s each (ZC-23)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room

TURNS_EACH = 2


class Panic(Face):
    """Two turns for each player still in, counted from the next turn's start."""

    id = "panic"
    kind = "special"
    special = "panic"
    symbol = "panic"
    chaos = 2
    label = {"en": "Panic", "de": "Panik", "nl": "Paniek"}
    help = {
        "en": "For two turns each, every turn lasts only 2 seconds.",
        "de": "Zwei Züge lang für jeden dauert jeder Zug nur 2 Sekunden.",
        "nl": "Twee beurten lang duurt elke beurt maar 2 seconden.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        yield events.PanicStarted(turns=TURNS_EACH * len(room.round.playing()))
        return room.round.after(use.seat)


FACES: list[Face] = [Panic()]
