"""The search itself: candidates race over the same worlds until the budget is spent or one is clearly ahead."""

from collections.abc import Sequence
from math import erfc, exp, sqrt, tau
from random import Random

from services.bots.levels.sight import Sight
from services.bots.search.budget import Budget
from services.bots.search.candidates import Candidate
from services.bots.search.fitted import fitted
from services.bots.search.playout import value
from services.bots.search.policy import taste
from services.bots.search.worlds import Worlds
from services.game.engine.commands import Command

# Worlds before anybody may drop out, and between two looks at who does.
_FIRST_LOOK = 8
_LOOK_EVERY = 4
# A candidate that promises no more than this over the leader, in rounds won, is not worth more worlds.
_NOT_WORTH_IT = 0.0015
# Before a gap is known to vary, it is thought to vary so much from world to world, as if seen in so many worlds:
# a handful may agree by chance.
_VARIES = 0.15
_AS_IF_SEEN = 2


class _Runner:
    """One candidate and how it did; the values are by world, so that they compare pairwise."""

    def __init__(self, candidate: Candidate, doubt: float) -> None:
        self.command = candidate.command
        self._opinion = candidate.opinion
        self._doubt = doubt
        self.values: list[float] = []

    def ahead_of(self, other: "_Runner") -> tuple[float, float]:
        """How far it is believed to be ahead, the opinion corrected by what the worlds showed; and how surely, as a
        standard deviation.
        """
        opinion = self._opinion - other._opinion
        gaps = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        n = len(gaps)
        if not n:
            return opinion, self._doubt
        shown = sum(gaps) / n
        spread = sum((gap - shown) ** 2 for gap in gaps) + _AS_IF_SEEN * _VARIES**2
        variance = spread / (n - 1 + _AS_IF_SEEN) / n
        trust = self._doubt**2 / (self._doubt**2 + variance)  # a search must show more than its own noise
        return opinion + trust * (shown - opinion), sqrt(trust * variance)


def best(sight: Sight, candidates: Sequence[Candidate], budget: Budget, rng: Random) -> Command | None:
    """The candidate that did best; the first is the heuristics' favourite."""
    if len(candidates) == 1:
        return candidates[0].command
    doubt = fitted(sight.room.ruleset).doubt
    runners = [_Runner(candidate, doubt) for candidate in candidates]
    spent = budget()
    worlds = Worlds(sight, rng)
    tried = 0
    while len(runners) > 1 and not spent(tried):
        world = worlds.deal()
        liked, seed = taste(rng), rng.getrandbits(64)
        for runner in runners:
            # The same cards and the same chance for each: what differs is the candidate.
            runner.values.append(value(world, sight.me, runner.command, liked, seed))
        tried += 1
        if tried >= _FIRST_LOOK and tried % _LOOK_EVERY == 0:
            leader = _leader(runners)
            runners = [runner for runner in runners if runner is leader or not _beaten(runner, leader)]
    return _leader(runners).command


def _leader(runners: Sequence[_Runner]) -> _Runner:
    favourite = runners[0]
    return max(runners, key=lambda runner: runner.ahead_of(favourite)[0])


def _beaten(runner: _Runner, leader: _Runner) -> bool:
    """What forgetting it may cost: where the truth is better than believed, the gap by which it then wins."""
    ahead, doubt = runner.ahead_of(leader)
    return _gain(ahead / doubt) * doubt < _NOT_WORTH_IT


def _gain(ahead: float) -> float:
    """The mean of what a standard normal variable, moved up by `ahead`, has above 0."""
    density = exp(-ahead * ahead / 2) / sqrt(tau)
    return density + ahead * erfc(-ahead / sqrt(2)) / 2
