"""Wild +4: choose the colour; the next draws 4, or challenges where that is on (ZC-09, CL-11 to CL-13)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.wild import ColourWild
from services.game.engine.penalties import DrawCard, aim
from services.game.engine.table import Challenge, Stack

if TYPE_CHECKING:
    from services.game.engine.room import Room


class WildPlusFour(DrawCard, ColourWild):
    """It may be bluffed with; the hand at that moment decides about guilt."""

    id = "wild+4"
    symbol = "+4"
    draws = 4
    chaos = 2
    starts = False  # CL-07
    label = {"en": "Wild +4", "de": "Farbwahl +4", "nl": "Kleurkeuze +4"}
    help = {
        "en": "Choose the colour; the next player draws 4 and loses the turn. Where challenges are on, it is a bluff "
        "if you hold a card of the colour in play.",
        "de": "Wähle die Farbe; der Nächste zieht 4 und setzt aus. Wo Anzweifeln gilt, ist es ein Bluff, wenn du eine "
        "Karte der liegenden Farbe hältst.",
        "nl": "Kies de kleur; de volgende pakt er 4 en slaat over. Waar aanvechten mag, is het bluf als je een kaart "
        "van de liggende kleur hebt.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        hand = table.hands[use.seat]
        if not (room.settings.challenge and hand):  # CL-13: going out on it cannot be guilty
            return (yield from aim(room, use, self.draws, self.id))
        before = table.pending.cards if isinstance(table.pending, Stack | Challenge) else 0
        challenger = table.after(use.seat)
        yield events.ChallengeOpened(
            attacker=use.seat,
            challenger=challenger,
            cards=before + self.draws,
            guilty=any(card[0] == use.followed for card in hand),
            hand=list(hand),
        )
        return challenger


FACES: list[Face] = [WildPlusFour()]
