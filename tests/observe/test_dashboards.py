"""Dashboards: committed as they are made, they ask for what there is, and nothing is measured that nobody looks at."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tools.observe import grafana
from tools.observe.boards import BOARDS
from tools.observe.documented import ROOT, documented
from tools.observe.panels import WINDOW, Board, Panel
from tools.observe.plot import Shown, picture
from tools.observe.queries import faults, known, rules


def queries(thing: Any) -> Iterator[str]:
    """Every `expr` in a dashboard's JSON."""
    if isinstance(thing, dict):
        for name, value in thing.items():
            if name == "expr":
                yield value
            else:
                yield from queries(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from queries(value)


@pytest.mark.parametrize("path", sorted(grafana.FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_every_query_asks_for_what_there_is(path: Any) -> None:
    asked = list(queries(json.loads(path.read_text())))
    assert asked
    assert {query: found for query in asked if (found := faults(query.replace(WINDOW, "1m"), known()))} == {}


def test_what_is_committed_is_what_is_made() -> None:
    assert {path: path.read_text() for path in grafana.FOLDER.glob("*.json")} == grafana.files()


def test_every_metric_is_looked_at() -> None:
    asked = " ".join(
        [query for board in BOARDS for panel in board.panels() for query, _ in panel.queries]
        + [rule["expr"] for rule in rules()]
    )
    assert [name for name in documented() if not re.search(rf"\b{name}(_bucket|_count|_sum)?\b", asked)] == []


def test_the_docs_show_a_picture_of_each() -> None:
    page = (ROOT / "docs/operations.md").read_text()
    for board in BOARDS:
        picture = f"images/operations/{board.name.lower()}.svg"
        assert picture in page
        assert board.panels()[-1].kind != "number"
        assert (ROOT / "docs" / picture).read_text().startswith("<svg")


def test_a_picture_has_every_line_and_its_name() -> None:
    panel = Panel("Moves <fast>", "ops", (("up", ""),), "")
    drawn = picture(Board("Board", "", ()), [Shown(panel, {"play": [(0, 1), (60, 6)], "draw": [(0, 2)]})], "load")
    assert drawn.count('class="l"') == 2
    assert "Moves &lt;fast&gt;" in drawn
    assert ">play<" in drawn
    # The highest value lies on the highest line of the grid, the lowest point on the lowest.
    assert "M62.0 171.7L546.0 40.0" in drawn
