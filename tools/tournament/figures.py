"""What a tournament says: shares with their 95 % intervals, points, and what decisions cost."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import fmean, quantiles, stdev
from typing import Any

from tools.tournament.deal import Outcome

_Z = 1.96

# One deal, played once for each way to seat the players: (who sat where, how it ended).
Duplicate = Sequence[tuple[Sequence[str], Outcome]]


def figures(names: Sequence[str], duplicates: Sequence[Duplicate]) -> dict[str, Any]:
    """By player; a deal with all its repetitions is one sample, as its games share their cards."""
    players = list(dict.fromkeys(names))
    costs: defaultdict[str, list[float]] = defaultdict(list)
    for duplicate in duplicates:
        for _, outcome in duplicate:
            for name, taken in outcome.costs.items():
                costs[name] += taken
    games = [outcome for duplicate in duplicates for _, outcome in duplicate]
    return {
        "deals": len(duplicates),
        "games": len(games),
        "moves_per_game": round(fmean(outcome.moves for outcome in games), 1),
        "no_winner": sum(not outcome.winner for outcome in games),
        "refused": [line for outcome in games for line in outcome.refused],
        "players": {name: _player(name, names.count(name), duplicates, costs[name]) for name in players},
    }


def _player(name: str, seats: int, duplicates: Sequence[Duplicate], costs: Sequence[float]) -> dict[str, Any]:
    def by_deal(count: Callable[[str, Sequence[str], Outcome], float]) -> list[float]:
        return [fmean(count(name, *game) for game in duplicate) / seats for duplicate in duplicates]

    return {
        "win": interval(by_deal(_won)),
        "points": interval(by_deal(_points), digits=1),
        "decision_ms": _cost(costs),
    }


def _won(name: str, seated: Sequence[str], outcome: Outcome) -> float:
    """Games won by the seats of the player; one without a winner counts for everyone alike."""
    if not outcome.winner:
        return seated.count(name) / len(seated)
    return float(seated[int(outcome.winner[1:]) - 1] == name)


def _points(name: str, seated: Sequence[str], outcome: Outcome) -> float:
    return sum(outcome.points.get(f"p{at}", 0) for at, sits in enumerate(seated, 1) if sits == name)


def interval(samples: Sequence[float], digits: int = 4) -> Mapping[str, float]:
    """Mean and 95 % interval."""
    mean = fmean(samples)
    margin = _Z * stdev(samples) / sqrt(len(samples)) if len(samples) > 1 else 0.0
    return {"mean": round(mean, digits), "low": round(mean - margin, digits), "high": round(mean + margin, digits)}


def _cost(costs: Sequence[float]) -> Mapping[str, float]:
    if len(costs) < 2:
        return {}
    cuts = quantiles(costs, n=100)
    p50, p95, p99 = (round(cuts[at - 1] * 1000, 3) for at in (50, 95, 99))
    return {"decisions": len(costs), "p50": p50, "p95": p95, "p99": p99}
