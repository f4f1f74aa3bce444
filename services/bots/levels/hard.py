"""Hard: searches with the engine among the plays that the heuristics think best, and forgets and misses little."""

from random import Random

from services.bots.levels.level import Level
from services.bots.levels.sight import Sight
from services.bots.search import race
from services.bots.search.budget import DEFAULT_MS, Budget, cpu_ms
from services.bots.search.candidates import candidates
from services.game.engine.commands import Command


def hard(budget: Budget) -> Level:
    """The level with this budget a decision."""

    def move(sight: Sight, rng: Random) -> Command | None:
        found = candidates(sight, rng)
        return race.best(sight, found, budget, rng) if found else None

    return Level(move=move, calls=0.99, calls_late=0.9, catches=0.9, solves=0.96, wobble=0.06, slowness=0.85)


HARD = hard(cpu_ms(DEFAULT_MS))
