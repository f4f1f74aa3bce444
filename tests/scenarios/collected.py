"""The scenarios there are: ours, and those shared with the rulebook where a checkout has them beside it."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.game.scenario_table import Unplayable, build

_OWN = Path(__file__).parent
_SHARED = _OWN.parents[2] / "shared/scenarios"

# Name → why it cannot be run.
left_out: dict[str, str] = {}


def scenarios() -> list[Any]:
    """A parameter each, with its rules as marks."""
    found = {path.stem: path for path in sorted(_OWN.glob("*.json"))}
    found |= {f"shared/{path.stem}": path for path in sorted(_SHARED.glob("*.json"))}
    return [parameter for name, path in found.items() if (parameter := _parameter(name, path))]


def _parameter(name: str, path: Path) -> Any:
    scenario = json.loads(path.read_text())
    try:
        build(scenario)
    except Unplayable as why:
        left_out[name] = str(why)
        return None
    return pytest.param(scenario, id=name, marks=pytest.mark.rule(*scenario["rules"]))
