"""Counting cards: what is still unseen, and from that how likely the next player cannot follow."""

from collections import Counter
from functools import cache
from math import prod

from services.bots.levels.sight import Sight
from services.game.engine.cards import Card, bare
from services.game.engine.faces import FACE
from services.game.engine.memory import NO_WILD
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import Settings, change

# Who draws by choice held nothing that fitted, about so often.
_DRAWS_IN_NEED = 0.85


class Count:
    """The unseen cards of one moment."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        unseen = Counter(_deck(sight.room.ruleset, tuple(sorted(sight.room.settings.items())), len(sight.table.seats)))
        unseen.subtract(sight.hand)
        unseen.subtract(bare(card) for card in sight.memory.discard or sight.table.discard)
        self._cards = +unseen
        self._all = max(sum(self._cards.values()), 1)

    def stuck(self, colour: str, card: Card) -> float:
        """0–1: that the next player holds nothing to play upon `card` once `colour` is to follow."""
        sight = self._sight
        if not sight.others:
            return 0.0
        following = sight.others[0]
        lacks = sight.memory.lacks.get(following.seat, {})
        face = FACE[card]
        kinds = {colour: 0, NO_WILD: 0, "": 0}
        for each, count in self._cards.items():
            if each[0] == colour:
                kinds[colour] += count
            elif FACE[each].wild:
                kinds[NO_WILD] += count
            elif FACE[each] is face:
                kinds[""] += count
        known = sight.memory.shown.get(following.seat, [])
        if any(each[0] == colour or FACE[each].wild or FACE[each] is face for each in known):
            return 0.0
        hidden = following.cards - len(known)
        return prod(self._none(count, hidden, lacks.get(kind)) for kind, count in kinds.items())

    def _none(self, count: int, hidden: int, later: int | None) -> float:
        """That none of the hidden cards is one of `count`; where they are lacked, only what came `later` can be."""
        none = (1 - count / self._all) ** hidden
        if later is None:
            return none
        return _DRAWS_IN_NEED * (1 - count / self._all) ** min(later, hidden) + (1 - _DRAWS_IN_NEED) * none


@cache
def _deck(ruleset: str, settings: tuple[tuple[str, str], ...], players: int) -> tuple[Card, ...]:
    rules = RULESETS[ruleset]
    return tuple(rules.deck(change(Settings(), dict(settings), rules.specs), players))
