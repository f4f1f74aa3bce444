"""Which games are played: every rule set and size in turn, with settings at random, odd ones together."""

import random
from collections.abc import Mapping

from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import Spec
from tools.soak.game import Plan

SIZES = range(2, 11)
# How many of a game's settings are drawn at random; the rest keep the rule set's default.
_SHARES = (0.0, 0.2, 0.5, 1.0)
_UNREST = (0.0, 0.0, 0.01, 0.05)
_BOTS = 0.2
_RANGE = ("min", "max", "between", "off")


def plan(number: int, seed: int) -> Plan:
    """The game of that number: the same for the same seed."""
    rng = random.Random(f"{seed}:{number}")
    rulesets = sorted(RULESETS)
    ruleset = rulesets[number % len(rulesets)]
    players = SIZES[number // len(rulesets) % len(SIZES)]
    return Plan(
        ruleset=ruleset,
        players=players,
        seed=rng.getrandbits(64),
        settings=settings(RULESETS[ruleset].specs, players, rng.choice(_SHARES), rng),
        bots=rng.randrange(players) if rng.random() < _BOTS else 0,
        unrest=rng.choice(_UNREST),
    )


def settings(specs: Mapping[str, Spec], players: int, share: float, rng: random.Random) -> dict[str, str]:
    """Values for a share of the settings, any that are allowed with so many players."""
    drawn = {name: value(spec, rng) for name, spec in specs.items() if rng.random() < share}
    if "max_players" in drawn:
        drawn["max_players"] = str(max(int(drawn["max_players"]), players))
    return drawn


def value(spec: Spec, rng: random.Random) -> str:
    """One of the values that a setting may have."""
    if spec.kind != "range":
        return rng.choice(spec.values)
    drawn = {"min": spec.min, "max": spec.max, "off": 0 if spec.zero else spec.min}
    return str(drawn.get(rng.choice(_RANGE), rng.randint(spec.min, spec.max)))
