"""How likely it is that a Wild +4 was played against the rule (CL-11)."""

from services.bots.levels.sight import Sight

# A hand's card is of the colour to follow about so often: 25 of 108 cards.
_OF_A_COLOUR = 0.23
# Of those who could follow, so many play the Wild +4 all the same.
_BLUFFERS = 0.25


def of_bluff(sight: Sight) -> float:
    """0–1, by the number of cards its player has left."""
    attacker = sight.table.stack.by if sight.table.stack else sight.others[-1].seat
    could_not_follow = (1 - _OF_A_COLOUR) ** sight.cards[attacker]
    bluffs = (1 - could_not_follow) * _BLUFFERS
    return bluffs / (bluffs + could_not_follow)
