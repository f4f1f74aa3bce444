"""X-ray: see a chosen player's hand for a while (ZC-20)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.magnet import HandTarget
from services.game.engine.reveals import REVEAL_MS

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Xray(HandTarget):
    """Everybody sees who looks at whom, only the looker sees the cards."""

    id = "xray"
    special = "xray"
    symbol = "xray"
    label = {"en": "X-ray", "de": "Röntgen", "nl": "Röntgen"}
    help = {
        "en": "See the hand of a player of your choice for 6 seconds.",
        "de": "Sieh 6 Sekunden lang die Hand einer Person deiner Wahl.",
        "nl": "Zie 6 seconden lang de hand van een speler naar keuze.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        if use.target:
            yield events.HandShown(by=use.seat, target=use.target, until_ms=room.now + REVEAL_MS)
        return room.round.after(use.seat)


FACES: list[Face] = [Xray()]
