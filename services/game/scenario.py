"""Scenarios: a table, steps, and what must hold (docs/notation.md). `python -m services.game.scenario FILE|DIR …`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from services.game.scenario_run import Mismatch, run
from services.game.scenario_table import Unplayable


def files(paths: list[str]) -> Iterator[Path]:
    """The files named, and every scenario in the folders named."""
    for name in paths:
        path = Path(name)
        yield from sorted(path.rglob("*.json")) if path.is_dir() else [path]


def load(path: Path) -> dict[str, Any]:
    """The scenario in a file."""
    scenario: dict[str, Any] = json.loads(path.read_text())
    return scenario


def main(paths: list[str]) -> int:
    """Prints `ok` or `FAIL` with the step and the difference for each, then the count. 1 if any failed."""
    passed = failed = 0
    for path in files(paths):
        try:
            run(load(path))
        except (Mismatch, Unplayable) as problem:
            failed += 1
            print(f"FAIL {path}: {problem}")
        else:
            passed += 1
            print(f"ok {path}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
