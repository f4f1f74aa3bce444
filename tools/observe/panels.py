"""What a dashboard is made of, as data: Grafana's JSON and the pictures in the docs both come from it."""

from dataclasses import dataclass
from typing import Literal

WINDOW = "$__rate_interval"
"""Grafana's own: as long as the scrape interval needs and the zoom wants."""


@dataclass(frozen=True)
class Panel:
    """Title, Grafana's unit, (query, legend) pairs; what to make of it."""

    title: str
    unit: str
    queries: tuple[tuple[str, str], ...]
    about: str
    kind: Literal["lines", "stack", "number"] = "lines"
    alarm: float | None = None
    """Where a number turns red."""


@dataclass(frozen=True)
class Board:
    """A dashboard: rows of panels."""

    name: str
    about: str
    rows: tuple[tuple[str, tuple[Panel, ...]], ...]

    def panels(self) -> list[Panel]:
        return [panel for _, panels in self.rows for panel in panels]


def quantiles(metric: str, by: str = "", *shares: float) -> tuple[tuple[str, str], ...]:
    """A histogram's quantiles, apart by a label where one is named."""
    grouped = f"le, {by}" if by else "le"
    legend = f"{{{{{by}}}}} " if by else ""
    name, brace, matchers = metric.partition("{")
    return tuple(
        (
            f"histogram_quantile({share}, sum by ({grouped}) (rate({name}_bucket{brace}{matchers}[{WINDOW}])))",
            f"{legend}p{share * 100:g}",
        )
        for share in shares or (0.5, 0.95, 0.99)
    )


def rates(metric: str, by: str = "", legend: str = "") -> tuple[str, str]:
    """A counter's rate over all processes."""
    grouped = f"sum by ({by}) " if by else "sum"
    return f"{grouped}(rate({metric}[{WINDOW}]))", legend or (f"{{{{{by}}}}}" if by else metric)


def mean(metric: str, by: str) -> str:
    """A histogram's mean, apart by a label."""
    sums, counts = (f"sum by ({by}) (rate({metric}_{part}[{WINDOW}]))" for part in ("sum", "count"))
    return f"{sums} / {counts}"


def cpu(service: str) -> str:
    """The share of one core that each process of these services (a pattern) takes."""
    return (
        f"rate(process_cpu_seconds_total[{WINDOW}])"
        f' * on (instance) group_left (service) zerocards_build_info{{service=~"{service}"}}'
    )
