"""Normal: the best-rated play, wilds kept for when they are needed, a challenge when the odds are good."""

from random import Random

from services.bots.levels.level import Level, by_taste
from services.bots.levels.odds import of_bluff
from services.bots.levels.options import options
from services.bots.levels.sight import Sight
from services.bots.levels.worth import whim, worth
from services.game.engine.commands import PlayCard

# A play worth less than this is worse than one more card in hand.
_RATHER_DRAW = -3.0
_JUMPS_IN = 0.7
# Won: 4 cards less for the bot, 4 more for the other, and the turn; lost: 2 more.
_WORTH_A_CHALLENGE = 0.3


def _pick(sight: Sight, rng: Random) -> PlayCard | None:
    if not sight.my_turn and rng.random() > _JUMPS_IN:
        return None
    # Equal worths are decided by chance: a bot that always does the same is soon seen through.
    rated = [
        (worth(sight, play) + whim(sight, rng), play)
        for legal in sight.seat.plays
        for play in options(sight, legal, rng)
    ]
    best, play = max(rated, key=lambda each: each[0])
    must = not (sight.may("draw") or sight.may("pass") or not sight.my_turn)
    # Taking a stack is worse than any answer to it.
    return play if must or sight.may("take") or best > _RATHER_DRAW else None


def _doubts(sight: Sight, _: Random) -> bool:
    return of_bluff(sight) > _WORTH_A_CHALLENGE


NORMAL = Level(
    move=by_taste(_pick, _doubts), calls=0.95, calls_late=0.7, catches=0.75, solves=0.9, wobble=0.12, slowness=1.0
)
