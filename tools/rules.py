"""`python -m tools.rules`: which test shows which paragraph of the rulebook; exit code 1 if one is shown by none."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]

# A paragraph is a row of a table that begins with its id.
_PARAGRAPH = re.compile(r"^\|\s*([A-Z]+-\d+)\s*\|", re.MULTILINE)
_MARK = re.compile(r"mark\.rule\(([^)]*)\)")
_ID = re.compile(r"[A-Z]+-\d+")


def shown(tests: Path) -> Iterator[tuple[str, str]]:
    """(id, where) for each scenario's `rules` and each `@pytest.mark.rule(…)`."""
    for scenario in sorted(tests.glob("scenarios/**/*.json")):
        yield from ((rule, scenario.stem) for rule in json.loads(scenario.read_text()).get("rules", []))
    for module in sorted(tests.glob("**/test_*.py")):
        for mark in _MARK.findall(module.read_text()):
            yield from ((rule, str(module.relative_to(tests))) for rule in _ID.findall(mark))


def main() -> None:
    paragraphs = dict.fromkeys(_PARAGRAPH.findall((ROOT / "docs/rules.md").read_text()))
    places: dict[str, list[str]] = {rule: [] for rule in paragraphs}
    unknown = set()
    for rule, where in shown(ROOT / "tests"):
        if rule not in places:
            unknown.add(f"{where} shows {rule}, which docs/rules.md does not have")
        elif where not in places[rule]:
            places[rule].append(where)

    table = Table("rule", "tests", "where")
    for rule, tests in places.items():
        some = ", ".join(tests[:3]) + (" …" if len(tests) > 3 else "")
        table.add_row(rule, str(len(tests)), some or "[red]NONE")
    Console().print(table)
    gaps = [rule for rule, tests in places.items() if not tests]
    print(f"{len(places) - len(gaps)} of {len(places)} paragraphs are shown by a test")
    if gaps:
        print("without a test:", *gaps)
    print(*sorted(unknown), sep="\n", end="")
    sys.exit(bool(gaps or unknown))


if __name__ == "__main__":
    main()
