"""Magnet: take one random card from a chosen player (ZC-18)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.rng import Rng

if TYPE_CHECKING:
    from services.game.engine.room import Room


class HandTarget(Face):
    """Aims at a hand, so only at one with cards (ZC-36)."""

    kind = "special"
    choices = ("target",)

    def targets(self, room: "Room", seat: str) -> list[str]:
        return [other for other in room.round.others(seat) if room.round.hands[other]]


class Magnet(HandTarget):
    """Others see who, not what."""

    id = "magnet"
    special = "magnet"
    symbol = "magnet"
    label = {"en": "Magnet", "de": "Magnet", "nl": "Magneet"}
    help = {
        "en": "Take a random card from a player of your choice.",
        "de": "Nimm einer Person deiner Wahl eine zufällige Karte.",
        "nl": "Pak een willekeurige kaart van een speler naar keuze.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        if use.target:
            rng = Rng(table.seed, table.counter)
            hand = table.hands[use.target]
            card = hand[rng.below(len(hand))]
            yield events.CardStolen(by=use.seat, target=use.target, card=card, counter=rng.counter)
        return table.after(use.seat)


FACES: list[Face] = [Magnet()]
