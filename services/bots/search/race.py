"""The search itself: candidates race over the same worlds, and those that fall behind drop out."""

from collections.abc import Sequence
from math import sqrt
from random import Random

from services.bots.levels.sight import Sight
from services.bots.search.budget import Budget
from services.bots.search.candidates import Candidate
from services.bots.search.playout import value
from services.bots.search.policy import taste
from services.bots.search.worlds import Worlds
from services.game.engine.commands import Command

# Worlds before anybody may drop out, and between two looks at who does.
_FIRST_LOOK = 12
_LOOK_EVERY = 4
# Standard errors that a candidate may be behind.
_BEHIND = 2.0
# How far the heuristics' opinion of a gap is off, in rounds won: a search must show more than its own noise.
_DOUBT = 0.05


class _Runner:
    """One candidate and how it did; the values are by world, so that they compare pairwise."""

    def __init__(self, candidate: Candidate) -> None:
        self.command = candidate.command
        self.opinion = candidate.opinion
        self.values: list[float] = []

    def ahead_of(self, other: "_Runner") -> tuple[float, float]:
        """Mean gap over the worlds, and the variance of that mean."""
        gaps = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        n = len(gaps)
        if n < 2:
            return 0.0, 1.0
        mean = sum(gaps) / n
        # Never quite certain: a handful of worlds may agree by chance.
        return mean, (sum((gap - mean) ** 2 for gap in gaps) / (n - 1) + 1 / n) / n

    def belief(self, favourite: "_Runner") -> float:
        """How far it is thought to be ahead of the favourite: the opinion, corrected by what the worlds showed."""
        if self is favourite:
            return 0.0
        shown, variance = self.ahead_of(favourite)
        trust = _DOUBT**2 / (_DOUBT**2 + variance)
        return self.opinion + trust * (shown - self.opinion)


def best(sight: Sight, candidates: Sequence[Candidate], budget: Budget, rng: Random) -> Command:
    """The candidate that did best; the first is the favourite."""
    if len(candidates) == 1:
        return candidates[0].command
    spent = budget()
    worlds = Worlds(sight, rng)
    favourite, *rest = runners = [_Runner(candidate) for candidate in candidates]
    tried = 0
    while rest and not spent(tried):
        world = worlds.deal()
        liked, seed = taste(rng), rng.getrandbits(64)
        for runner in runners:
            # The same cards and the same chance for each: what differs is the candidate.
            runner.values.append(value(world, sight.me, runner.command, liked, seed))
        tried += 1
        if tried >= _FIRST_LOOK and tried % _LOOK_EVERY == 0:
            rest = [runner for runner in rest if not _beaten(runner, favourite)]
            runners = [favourite, *rest]
    return max(runners, key=lambda runner: runner.belief(favourite)).command


def _beaten(runner: _Runner, favourite: _Runner) -> bool:
    ahead, variance = runner.ahead_of(favourite)
    return ahead + _BEHIND * sqrt(variance) < 0
