"""What the effect of a face is worth, in about the value of one card got rid of; 0 for a face not named here."""

from collections.abc import Callable, Sequence

from services.bots.levels.sight import CLOSE_TO_OUT, Sight
from services.game.engine.cards import Card
from services.game.engine.faces import FACE

Rule = Callable[[Sight, str, Sequence[Card]], float]


def effect(sight: Sight, card: Card, target: str, rest: Sequence[Card]) -> float:
    """`rest` is the hand that the play leaves."""
    face = FACE[card]
    if face.kind == "digit" and not sight.is_on("seven_zero"):
        return 0.0
    value = _danger(sight.next_cards) + 0.3 * face.draws if face.draws else 0.0
    rule = _EFFECTS.get(face.id)
    return value + (rule(sight, target, rest) if rule is not None else 0.0)


def _danger(cards: int) -> float:
    """What it is worth to hinder somebody with so many cards left."""
    if cards <= CLOSE_TO_OUT:
        return 6.0
    return 2.0 if cards <= CLOSE_TO_OUT + 1 else 0.5


def _skip(sight: Sight, _target: str, _rest: Sequence[Card]) -> float:
    again = 1.5 if len(sight.others) == 1 else 0.0
    return _danger(sight.next_cards) + again


def _reverse(sight: Sight, target: str, rest: Sequence[Card]) -> float:
    if len(sight.others) == 1:
        return _skip(sight, target, rest)
    return _danger(sight.next_cards) - _danger(sight.last_cards)


def _swap(sight: Sight, target: str, rest: Sequence[Card]) -> float:
    return 1.5 * (len(rest) - sight.cards[target]) if target else 0.0


def _hands_move_on(sight: Sight, _target: str, rest: Sequence[Card]) -> float:
    return 1.5 * (len(rest) - sight.last_cards)


def _aimed(gain: float, share: float) -> Rule:
    """`gain` for the card itself, and `share` of what it is worth to hinder the target."""

    def rule(sight: Sight, target: str, _rest: Sequence[Card]) -> float:
        return gain + share * _danger(sight.cards[target]) if target else 0.0

    return rule


def _magnet(sight: Sight, target: str, _rest: Sequence[Card]) -> float:
    """It takes a card off somebody: best off whom it helps least."""
    return -1.5 - 0.3 * _danger(sight.cards[target]) if target else 0.0


_EFFECTS: dict[str, Rule] = {
    "skip": _skip,
    "wildroulette": _skip,
    "rev": _reverse,
    "skipall": lambda _sight, _target, _rest: 1.5,
    "swap": _swap,
    "wildswap": _swap,
    "7": _swap,
    "0": _hands_move_on,
    "freeze": _aimed(0.5, 0.8),
    "duel": _aimed(0.5, 0.5),
    "whirl": _aimed(0.2, 0.3),
    "xray": _aimed(0.2, 0.1),
    "gift": _aimed(1.5, 0.5),
    "magnet": _magnet,
    "bomb": lambda _sight, _target, _rest: 0.5,
}
