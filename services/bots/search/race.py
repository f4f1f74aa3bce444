"""The search itself: candidates race over the same worlds, and those that fall behind drop out."""

from collections.abc import Sequence
from math import sqrt
from random import Random

from services.bots.levels.sight import Sight
from services.bots.search.budget import Budget
from services.bots.search.candidates import Candidate
from services.bots.search.playout import value
from services.bots.search.worlds import Worlds
from services.game.engine.commands import Command

# Worlds before anybody may drop out, and between two looks at who does.
_FIRST_LOOK = 12
_LOOK_EVERY = 4
# Standard errors that a candidate may be behind.
_BEHIND = 2.0
# The heuristics' opinion weighs as much as so many worlds.
_OPINION = 16


class _Runner:
    """One candidate and how it did; the values are by world, so that they compare pairwise."""

    def __init__(self, candidate: Candidate) -> None:
        self.command = candidate.command
        self.opinion = candidate.opinion
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return (sum(self.values) + _OPINION * self.opinion) / (len(self.values) + _OPINION)


def best(sight: Sight, candidates: Sequence[Candidate], budget: Budget, rng: Random) -> Command:
    """The candidate that did best; the first is the favourite."""
    if len(candidates) == 1:
        return candidates[0].command
    spent = budget()
    worlds = Worlds(sight, rng)
    runners = [_Runner(candidate) for candidate in candidates]
    tried = 0
    while len(runners) > 1 and not spent(tried):
        world = worlds.deal()
        seed = rng.getrandbits(64)
        for runner in runners:
            # The same cards and the same chance for each: what differs is the candidate.
            runner.values.append(value(world, sight.me, runner.command, seed))
        tried += 1
        if tried >= _FIRST_LOOK and tried % _LOOK_EVERY == 0:
            runners = _still_in(runners)
    return max(runners, key=lambda runner: runner.mean).command


def _still_in(runners: Sequence[_Runner]) -> list[_Runner]:
    leader = max(runners, key=lambda runner: runner.mean)
    return [runner for runner in runners if runner is leader or not _beaten(runner, leader)]


def _beaten(runner: _Runner, leader: _Runner) -> bool:
    gaps = [ahead - behind for ahead, behind in zip(leader.values, runner.values, strict=True)]
    n = len(gaps)
    mean = sum(gaps) / n
    variance = sum((gap - mean) ** 2 for gap in gaps) / (n - 1)
    return mean > _BEHIND * sqrt(variance / n) + 1e-9
