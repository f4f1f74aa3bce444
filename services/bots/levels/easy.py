"""Easy: plays whatever fits, keeps no wild for later, aims at anybody, forgets to call and seldom notices others."""

from random import Random

from services.bots.levels.level import Level, by_taste
from services.bots.levels.options import options
from services.bots.levels.sight import Sight
from services.game.engine.commands import PlayCard

_JUMPS_IN = 0.2


def _pick(sight: Sight, rng: Random) -> PlayCard | None:
    if not sight.my_turn and rng.random() > _JUMPS_IN:
        return None
    return rng.choice(list(options(sight, rng.choice(sight.seat.plays), rng)))


def _doubts(_: Sight, rng: Random) -> bool:
    return rng.random() < 0.15


EASY = Level(
    move=by_taste(_pick, _doubts), calls=0.65, calls_late=0.3, catches=0.2, solves=0.75, wobble=0.25, slowness=1.4
)
