"""Mercy's draw cards: coloured +4, Wild +6, Wild +10, Wild Reverse +4 (MC-06, MC-09, MC-10)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.wild import ColourWild
from services.game.engine.penalties import DrawCard, aim

if TYPE_CHECKING:
    from services.game.engine.room import Room


class PlusFour(DrawCard):
    """The coloured one."""

    id = "+4"
    symbol = "+4"
    draws = 4
    label = {"en": "+4", "de": "+4", "nl": "+4"}
    help = {
        "en": "The next player draws 4, or answers with a draw card of 4 or more.",
        "de": "Der Nächste zieht 4 oder antwortet mit einer Ziehkarte ab 4.",
        "nl": "De volgende pakt er 4, of antwoordt met een trekkaart van 4 of meer.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        return (yield from aim(room, use, self.draws, self.id))


class WildDraw(DrawCard, ColourWild):
    """A wild that makes the next player draw."""

    chaos = 2
    starts = False

    def effect(self, room: "Room", use: Use) -> Effect:
        return (yield from aim(room, use, self.draws, self.id))


class WildPlusSix(WildDraw):
    """Choose the colour; the next draws 6."""

    id = "wild+6"
    symbol = "+6"
    draws = 6
    label = {"en": "Wild +6", "de": "Farbwahl +6", "nl": "Kleurkeuze +6"}
    help = {
        "en": "Choose the colour; the next player draws 6 or answers with 6 or more.",
        "de": "Wähle die Farbe; der Nächste zieht 6 oder antwortet ab 6.",
        "nl": "Kies de kleur; de volgende pakt er 6 of antwoordt met 6 of meer.",
    }


class WildPlusTen(WildDraw):
    """Choose the colour; the next draws 10."""

    id = "wild+10"
    symbol = "+10"
    draws = 10
    label = {"en": "Wild +10", "de": "Farbwahl +10", "nl": "Kleurkeuze +10"}
    help = {
        "en": "Choose the colour; the next player draws 10 or answers with another one.",
        "de": "Wähle die Farbe; der Nächste zieht 10 oder antwortet mit einer weiteren.",
        "nl": "Kies de kleur; de volgende pakt er 10 of antwoordt met nog een.",
    }


class WildReverseFour(WildDraw):
    """The direction turns first; with two players the opponent is hit all the same."""

    id = "wildrev+4"
    symbol = "reverse+4"
    draws = 4
    label = {"en": "Wild Reverse +4", "de": "Farbwahl Richtungswechsel +4", "nl": "Kleurkeuze omkeren +4"}
    help = {
        "en": "Choose the colour; the direction turns, then the next player draws 4 or answers.",
        "de": "Wähle die Farbe; die Richtung wechselt, dann zieht der Nächste 4 oder antwortet.",
        "nl": "Kies de kleur; de richting keert om, dan pakt de volgende er 4 of antwoordt.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        yield events.DirectionTurned(direction=-room.round.direction)
        return (yield from aim(room, use, self.draws, self.id))


FACES: list[Face] = [PlusFour(), WildPlusSix(), WildPlusTen(), WildReverseFour()]
