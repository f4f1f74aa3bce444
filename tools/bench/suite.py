"""Runs that together say how fast it is and whether that stays so as it grows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tools.bench.pipeline import Setup, measure
from tools.load.session import Plan

Wanted = Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]]
"""By name: what is other than in the plan, and than in the set-up."""

_GENTLE = 200.0
"""Moves a second at which wake-ups are not shared: what a quiet evening costs."""
_GENTLE_RUN = f"{_GENTLE:g} moves/s"

RUNS: Wanted = {
    "200 rooms": ({"rooms": 200}, {}),
    _GENTLE_RUN: ({"moves_per_s": _GENTLE}, {}),
    "50 rooms": ({}, {}),
    "500 rooms": ({"rooms": 500}, {}),
    "2,000 rooms": ({"rooms": 2_000}, {}),
    "of 2 players": ({"players": 2}, {}),
    "of 10 players": ({"players": 10}, {}),
    "beside 5,000 idle": ({}, {"idle": 5_000}),
}


def asked(plan: Plan, *, gentle: bool) -> Wanted:
    """The plan alone, and after saturation a gentle run of it."""
    if plan.moves_per_s:
        return {f"{plan.moves_per_s:g} moves/s": ({}, {})}
    saturated: Wanted = {f"{plan.rooms:,} rooms": ({}, {})}
    return {**saturated, _GENTLE_RUN: RUNS[_GENTLE_RUN]} if gentle else saturated


async def run(plan: Plan, setup: Setup, wanted: Wanted) -> dict[str, dict[str, Any]]:
    """Figures by name, each run on a stack of its own. Raises BenchError."""
    return {
        name: await measure(replace(plan, **plan_changes), replace(setup, **setup_changes))
        for name, (plan_changes, setup_changes) in wanted.items()
    }


def flat(runs: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The first run's figures, with those of the gentle one after it under a name of their own."""
    first, *others = runs.values()
    return first | {"gentle": others[0]} if others else first
