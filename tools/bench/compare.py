"""An earlier run beside this one, figure by figure."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from rich.table import Table


def pairs(before: Mapping[str, Any], now: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, float, float]]:
    """Name, then and now, of every number that both runs have."""
    for key, value in now.items():
        earlier = before.get(key)
        if isinstance(value, Mapping) and isinstance(earlier, Mapping):
            yield from pairs(earlier, value, f"{under}{key}.")
        elif _is_number(value) and _is_number(earlier):
            yield f"{under}{key}", earlier, value


def table(before: Mapping[str, Any], now: Mapping[str, Any]) -> Table:
    made = Table("", "then", "now", "change")
    for column in made.columns[1:]:
        column.justify = "right"
    for name, earlier, value in pairs(before, now):
        change = f"{(value / earlier - 1) * 100:+.1f} %" if earlier else ""
        made.add_row(name, f"{earlier:,}", f"{value:,}", change)
    return made


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
