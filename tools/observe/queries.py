"""Whether a PromQL query asks for what there is: names and labels as docs/metrics.md has them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import promql_parser as promql
import yaml

from tools.observe.documented import ROOT, documented

RULES = ROOT / "deploy/prometheus/rules"
_EVERYWHERE = {"instance", "job"}
"""Labels that Prometheus itself puts on what it scrapes."""
_NOT_OURS = ("up", "process_cpu_seconds_total", "process_resident_memory_bytes")


def known() -> dict[str, set[str]]:
    """Series → labels: ours, what recording rules make of them, and a few of the client library's."""
    series: dict[str, set[str]] = {name: set() for name in _NOT_OURS}
    for metric in documented().values():
        for name in metric.series():
            series[name] = set(metric.labels) | ({"le"} if name.endswith("_bucket") else set())
    for rule in rules():
        if "record" in rule:
            series[rule["record"]] = set()
    return series


def rules() -> list[dict[str, Any]]:
    """All recording rules and alerts."""
    files = [yaml.safe_load(path.read_text()) for path in sorted(Path(RULES).glob("*.yml"))]
    return [rule for file in files for group in file["groups"] for rule in group["rules"]]


def faults(query: str, series: Mapping[str, set[str]]) -> list[str]:
    """What is wrong with it; nothing if it can be asked."""
    try:
        tree = promql.parse(query)
    except ValueError as error:
        return [f"cannot be parsed: {error}"]
    found, labels = [], set(_EVERYWHERE)
    for selector in _all(tree, promql.VectorSelector):
        if selector.name not in series:
            found.append(f"there is no {selector.name}")
            continue
        labels |= series[selector.name]
        asked = {matcher.name for matcher in selector.matchers.matchers}
        found += [f"{selector.name} has no label {label}" for label in asked - series[selector.name] - _EVERYWHERE]
    for aggregate in _all(tree, promql.AggregateExpr):
        by = set(aggregate.modifier.labels) if aggregate.modifier else set()
        found += [f"nothing here has a label {label}" for label in by - labels]
    return found


def _all(tree: promql.Expr, kind: type[Any]) -> Iterator[Any]:
    """The nodes of a kind; a range selector holds a vector selector."""
    nodes: list[Any] = []
    promql.walk(tree, nodes.append)
    return (node for node in nodes if isinstance(node, kind))
