"""Swap: exchange whole hands with a chosen player (ZC-12)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Swap(Face):
    """Reaching 0 by it is no win (ZC-13)."""

    id = "swap"
    kind = "special"
    special = "swap"
    symbol = "swap"
    choices = ("target",)
    label = {"en": "Swap", "de": "Tausch", "nl": "Ruil"}
    help = {
        "en": "Exchange whole hands with a player of your choice.",
        "de": "Tausche die ganze Hand mit einer Person deiner Wahl.",
        "nl": "Ruil je hele hand met een speler naar keuze.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        if use.target:
            yield events.HandsSwapped(seat=use.seat, target=use.target)
        return room.round.after(use.seat)


FACES: list[Face] = [Swap()]
