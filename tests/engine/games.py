"""Which games the generic suites play: every registered rule set with every number of players."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.game.engine.rulesets import RULESETS
from tools.soak.game import Plan
from tools.soak.plans import SIZES

# A rule set is covered from the day it is registered.
every_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))
every_table = pytest.mark.parametrize(
    ("ruleset", "players"), [(ruleset, players) for ruleset in sorted(RULESETS) for players in SIZES]
)

_NOTATION = Path(__file__).parents[2] / "docs/notation.md"


def one_round(ruleset: str, players: int, seeds: int = 1, unrest: float = 0.0) -> Iterator[Plan]:
    """Plans of games of one round, with the rule set's other defaults."""
    for seed in range(seeds):
        yield Plan(ruleset, players, seed, {"target_score": "0"}, unrest=unrest)


def documented_refusals() -> set[str]:
    """Every code that docs/notation.md has under "Refusals"."""
    section = _NOTATION.read_text().split("## Refusals")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {code for row in rows for code in re.findall(r"`(\w+)`", row)}
