"""The metrics as docs/metrics.md lists them: what dashboards and rules may ask for."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/metrics.md"

SERVICES = {"Game worker": "game", "Gateway": "gateway", "Lobby": "lobby", "Bots": "bots"}
"""Headings of the page that tell of one service, and the service's name."""

_ROW = re.compile(r"^\| `(?P<name>\w+)` \| (?P<kind>\w+) \| (?P<labels>[^|]*)\|", re.MULTILINE)


@dataclass(frozen=True)
class Documented:
    """One row."""

    name: str
    kind: str
    labels: frozenset[str]
    services: frozenset[str]

    def series(self) -> set[str]:
        """The names that a query may use."""
        if self.kind == "histogram":
            return {self.name + suffix for suffix in ("_bucket", "_count", "_sum")}
        return {self.name}


def documented() -> dict[str, Documented]:
    """By name."""
    found: dict[str, Documented] = {}
    for part in PAGE.read_text().split("\n## ")[1:]:
        heading = part.partition("\n")[0]
        services = {SERVICES[heading]} if heading in SERVICES else set(SERVICES.values())
        for row in _ROW.finditer(part):
            labels = frozenset(re.findall(r"`(\w+)`", row["labels"]))
            found[row["name"]] = Documented(row["name"], row["kind"], labels, frozenset(services))
    return found
