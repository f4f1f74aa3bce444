"""What a complete play is worth to the normal level, in about the value of one card got rid of."""

from collections.abc import Sequence
from random import Random

from services.bots.levels.effects import effect
from services.bots.levels.odds import risk_of_bluffing
from services.bots.levels.sight import CLOSE_TO_OUT, Sight, colours, is_digit, left_by
from services.game.engine.cards import Card
from services.game.engine.commands import PlayCard
from services.game.engine.faces import FACE

_WIN = 1000.0
# A hand so small has no later to keep a wild for.
_NO_LATER = 3
# Caught bluffing: the cards come to the bot, and the other has the turn.
_CAUGHT_BLUFFING = 8.0
# Turns of a round that is long by any measure, and further ones after which nothing is left of good reasons.
_LONG_ROUND = 300
_MUCH_LONGER = 500


def worth(sight: Sight, play: PlayCard) -> float:
    """Higher is better; negative is worse than standing still."""
    rest = left_by(sight.hand, play)
    if not rest and not play.give:
        return _WIN
    value = _colour_control(rest, play) + effect(sight, play.card, play.target, rest)
    if play.extra:
        value += effect(sight, play.extra, play.extra_target, rest)
    for card in filter(None, (play.card, play.extra)):
        value += FACE[card].points / 50 - _kept_back(sight, card, rest)
    shed = len(sight.hand) - len(rest) - 1
    return value + shed - _stranded(sight, rest) - _CAUGHT_BLUFFING * risk_of_bluffing(sight, play, rest)


def whim(sight: Sight, rng: Random) -> float:
    """What is added to a worth by mere mood: little, but in a round that does not end more and more.

    Where all do again what was best the last time, two may send the same cards to and fro for ever.
    """
    turns = max(sight.table.turn_number - _LONG_ROUND, 0)
    return rng.random() * (0.001 + 15.0 * min(turns / _MUCH_LONGER, 1.0))


def _colour_control(rest: Sequence[Card], play: PlayCard) -> float:
    """The colour to follow should be one of which the bot has more."""
    last = play.extra or play.card
    colour = (play.extra_colour or play.colour) if FACE[last].wild else last[0]
    return 0.8 * colours(rest)[colour]


def _kept_back(sight: Sight, card: Card, rest: Sequence[Card]) -> float:
    """Wilds and mirrors are worth more later, unless there may be none."""
    if len(rest) < _NO_LATER or sight.fewest <= CLOSE_TO_OUT or sight.may("take"):
        return 0.0
    face = FACE[card]
    if face.wild:
        return 6.0 if face.draws else 4.0
    return 2.0 if face.id == "mirror" else 0.0


def _stranded(sight: Sight, rest: Sequence[Card]) -> float:
    """ZC-30: the last card must be a digit, so one is kept."""
    if not sight.is_on("no_action_finish") or any(map(is_digit, rest)):
        return 0.0
    return {1: 10.0, 2: 4.0}.get(len(rest), 1.0)
