"""How likely it is that a Wild +4 was played against the rule (CL-11)."""

from collections.abc import Sequence

from services.bots.levels.sight import Sight
from services.game.engine.cards import Card
from services.game.engine.commands import PlayCard
from services.game.engine.faces import FACE

# A hand's card is of the colour to follow about so often: 25 of 108 cards.
_OF_A_COLOUR = 0.23
# Of those who could follow, so many play the Wild +4 all the same.
_BLUFFERS = 0.25


def of_bluff(sight: Sight) -> float:
    """0–1, by the number of cards its player has left."""
    attacker = sight.table.stack.by if sight.table.stack else sight.others[-1].seat
    return _bluffed(sight.cards[attacker])


def risk_of_bluffing(sight: Sight, play: PlayCard, rest: Sequence[Card]) -> float:
    """0–1: that the play breaks the rule, and that somebody who counts will think so. `rest` is the hand it leaves."""
    if not (sight.is_on("challenge") and FACE[play.card].id == "wild+4" and rest):
        return 0.0
    return _bluffed(len(rest)) if any(card[0] == sight.table.colour for card in rest) else 0.0


def _bluffed(cards: int) -> float:
    could_not_follow = (1 - _OF_A_COLOUR) ** cards
    bluffs = (1 - could_not_follow) * _BLUFFERS
    return bluffs / (bluffs + could_not_follow)
