"""Time bomb: it ticks with every turn that starts (ZC-19)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use

if TYPE_CHECKING:
    from services.game.engine.room import Room

COUNTDOWN = 3
CARDS = 3


class TimeBomb(Face):
    """Another one sets the countdown back and adds its cards."""

    id = "bomb"
    kind = "special"
    special = "bomb"
    symbol = "bomb"
    label = {"en": "Time bomb", "de": "Zeitbombe", "nl": "Tijdbom"}
    help = {
        "en": "Counts down from 3 with every turn. Whose turn starts at 0 draws 3 and loses the turn.",
        "de": "Zählt mit jedem Zug von 3 herunter. Wessen Zug bei 0 beginnt, zieht 3 und setzt aus.",
        "nl": "Telt elke beurt af vanaf 3. Wiens beurt bij 0 begint, pakt er 3 en slaat over.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        there = room.round.bomb.cards if room.round.bomb else 0
        yield events.BombArmed(by=use.seat, countdown=COUNTDOWN, cards=there + CARDS)
        return room.round.after(use.seat)


FACES: list[Face] = [TimeBomb()]
