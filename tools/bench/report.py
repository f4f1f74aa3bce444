"""Figures as a table: for a terminal, and between two marks of a Markdown page."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.table import Table

Figures = Mapping[str, Any]

WIDTH = 130
"""Columns of text that the table needs, also in a log."""
_MARKS = ("<!-- bench -->", "<!-- /bench -->")
_SERVICES = ("gateway", "game", "redis", "nats")


def _cpu(service: str) -> Callable[[Figures], str]:
    def share(figures: Figures) -> str:
        by_process = figures["cpu_us_per_move"]
        return f"{sum(value for name, value in by_process.items() if name.partition('-')[0] == service):,.0f}"

    return share


_COLUMNS: dict[str, Callable[[Figures], str]] = {
    "moves/s": lambda figures: f"{figures['moves_per_s']:,.0f}",
    "µs a move": _cpu("total"),
    **{service: _cpu(service) for service in _SERVICES},
    "p50 ms": lambda figures: f"{figures['p50_ms']:,.1f}",
    "p99 ms": lambda figures: f"{figures['p99_ms']:,.1f}",
    "B a move": lambda figures: f"{figures['bytes_per_move']:,}",
    "kB idle": lambda figures: f"{figures['idle_kb']:,.1f}" if figures.get("idle_kb") else "",
    "busy": lambda figures: f"{figures['servers_busy']:.2f}",
}


def table(runs: Mapping[str, Figures]) -> Table:
    made = Table()
    made.add_column("", no_wrap=True)
    for name in _COLUMNS:
        made.add_column(name, justify="right", no_wrap=True)
    for name, figures in runs.items():
        made.add_row(name, *(cell(figures) for cell in _COLUMNS.values()))
    return made


def markdown(runs: Mapping[str, Figures]) -> str:
    rows = [["", *_COLUMNS], ["---", *("--:" for _ in _COLUMNS)]]
    rows += [[name, *(cell(figures) for cell in _COLUMNS.values())] for name, figures in runs.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def write(page: Path, runs: Mapping[str, Figures], machine: str) -> None:
    """Puts the table in place of the last one. Raises ValueError where the page has no place for it."""
    before, mark, rest = page.read_text().partition(_MARKS[0])
    _, end, after = rest.partition(_MARKS[1])
    if not mark or not end:
        raise ValueError(f"{page}: no {_MARKS[0]} … {_MARKS[1]}")
    said = f"Measured on {datetime.now(UTC):%Y-%m-%d}, {machine}."
    page.write_text(f"{before}{mark}\n{said}\n\n{markdown(runs)}\n{end}{after}")
