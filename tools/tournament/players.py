"""Who may enter: the bots' levels by name, hard ones with another budget as "hard@20ms", and uniformly random play."""

from collections.abc import Callable, Sequence
from random import Random

from services.bots.levels import LEVELS
from services.bots.levels.decide import decide
from services.bots.levels.hard import hard
from services.bots.levels.level import Level
from services.bots.levels.sight import Sight
from services.bots.search.budget import cpu_ms
from services.game.engine.commands import Command
from tools.bench.random_move import random_move

Player = Callable[[Sight, str, Random], Sequence[Command]]

RANDOM = "random"


class UnknownPlayer(Exception):
    """No such level."""


def player(name: str) -> Player:
    """Raises UnknownPlayer."""
    return _random if name == RANDOM else _of(level(name))


def slowness(name: str) -> float:
    return 1.0 if name == RANDOM else level(name).slowness


def level(name: str) -> Level:
    kind, _, budget = name.partition("@")
    if kind == "hard" and budget.removesuffix("ms").isdigit():
        return hard(cpu_ms(float(budget.removesuffix("ms"))))
    if name not in LEVELS:
        raise UnknownPlayer(f"no such player: {name} (there are {', '.join([*LEVELS, RANDOM])} and hard@<n>ms)")
    return LEVELS[name]


def _of(level: Level) -> Player:
    return lambda sight, owed, rng: decide(sight, owed, level, rng)


def _random(sight: Sight, owed: str, rng: Random) -> Sequence[Command]:
    """Uniform over the turn's legal moves; what it may let be, it lets be."""
    if owed.startswith(("call:", "catch:", "jump:")):
        return []
    return [random_move(sight.seat, sight.table.turn_number, rng)]
