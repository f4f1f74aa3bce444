"""Panels as one SVG picture: light, small, the same queries as Grafana's."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from tools.observe.panels import Board, Panel

Line = Sequence[tuple[float, float]]
"""(seconds since the start, value) pairs."""

_WIDTH, _HEIGHT, _GAP = 560, 260, 20
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 14, 40, 62
_COLOURS = ("#1f60c4", "#d9730d", "#37872d", "#c4162a", "#8f3bb8", "#0e8a9c", "#946c00", "#5a6675")
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#3d4752}.t{font-weight:600;font-size:14px;fill:#1b2530}"
    ".s{fill:#6b7682}.g{stroke:#e3e8ee;stroke-width:1}.l{fill:none;stroke-width:1.8;stroke-linejoin:round}"
)
_UNITS: Mapping[str, tuple[float, Callable[[float], str]]] = {
    "s": (1, lambda v: f"{v * 1000:g} ms" if v < 1 else f"{v:g} s"),
    "percentunit": (1, lambda v: f"{v * 100:g} %"),
    "ops": (1, lambda v: f"{v:g}/s"),
    "bytes": (1 << 20, lambda v: f"{v / (1 << 20):g} MiB"),
    "short": (1, lambda v: f"{v:g}"),
}
"""By Grafana's unit: what ticks are round multiples of, and how a value is written."""


@dataclass(frozen=True)
class Shown:
    """A panel and its lines by legend."""

    panel: Panel
    lines: Mapping[str, Line]


def picture(board: Board, shown: Sequence[Shown], under: str) -> str:
    """Two panels in a row; `under` says what load they were taken under."""
    rows = math.ceil(len(shown) / 2)
    width, height = 2 * _WIDTH + 3 * _GAP, rows * (_HEIGHT + _GAP) + _GAP + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<title>{escape(board.name)}</title><style>{_STYLE}</style><rect width="100%" height="100%" fill="#f6f8fa"/>',
        f'<text class="t" x="{_GAP}" y="28">{escape(board.name)}</text>',
        f'<text class="s" x="{width - _GAP}" y="28" text-anchor="end">{escape(under)}</text>',
    ]
    for number, one in enumerate(shown):
        x, y = _GAP + number % 2 * (_WIDTH + _GAP), 44 + number // 2 * (_HEIGHT + _GAP)
        parts += [f'<g transform="translate({x},{y})">', *_panel(one), "</g>"]
    return "\n".join([*parts, "</svg>\n"])


def _panel(shown: Shown) -> list[str]:
    points = [point for line in shown.lines.values() for point in line]
    end = max((time for time, _ in points), default=1) or 1
    base, text = _UNITS[shown.panel.unit]
    step, top = _scale(max((value for _, value in points), default=1) / base)
    step, top = step * base, top * base

    def at(time: float, value: float) -> tuple[float, float]:
        across = _LEFT + time / end * (_WIDTH - _LEFT - _RIGHT)
        return across, _HEIGHT - _BOTTOM - value / top * (_HEIGHT - _TOP - _BOTTOM)

    parts = [f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="#fff" stroke="#e3e8ee"/>']
    parts.append(f'<text class="t" x="14" y="24">{escape(shown.panel.title)}</text>')
    for number in range(round(top / step) + 1):
        left, y = at(0, number * step)
        parts.append(f'<path class="g" d="M{left:.0f} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        parts.append(
            f'<text class="s" x="{left - 6:.0f}" y="{y + 4:.1f}" text-anchor="end">{text(number * step)}</text>'
        )
    for seconds in range(0, int(end) + 1, _round_time(end)):
        x, y = at(seconds, 0)
        parts.append(f'<text class="s" x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{seconds} s</text>')
    legend = 14.0
    for (name, line), colour in zip(shown.lines.items(), _COLOURS * 9, strict=False):
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*point) for point in line))
        parts.append(f'<path class="l" stroke="{colour}" d="M{path}"/>')
        if legend < _WIDTH - 60:
            parts.append(f'<rect x="{legend:.0f}" y="{_HEIGHT - 26}" width="10" height="10" rx="2" fill="{colour}"/>')
            parts.append(f'<text x="{legend + 15:.0f}" y="{_HEIGHT - 17}">{escape(name)}</text>')
        legend += 32 + 6.6 * len(name)
    if not shown.lines:
        parts.append(f'<text class="s" x="{_WIDTH / 2}" y="{_HEIGHT / 2}" text-anchor="middle">nothing</text>')
    return parts


def _scale(most: float) -> tuple[float, float]:
    """Where the grid's lines are apart, and where they end: three to six of them, round numbers."""
    if not most > 0:
        return 1, 3
    power = 10 ** math.floor(math.log10(most))
    step = next(power * part for part in (0.2, 0.25, 0.5, 1, 2) if most / (power * part) <= 5)
    return step, step * math.ceil(most / step)


def _round_time(seconds: float) -> int:
    return next((step for step in (5, 10, 15, 30, 60, 120) if seconds / step <= 8), 600)
