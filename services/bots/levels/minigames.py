"""Duels in the head, circles by hand."""

import math
import operator
import re
from collections.abc import Callable
from random import Random

_SUM = re.compile(r"(-?\d+) ?([-+−×*÷/]) ?(-?\d+)")
_SIGNS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "−": operator.sub,
    "×": operator.mul,
    "*": operator.mul,
    "÷": operator.floordiv,
    "/": operator.floordiv,
}
_POINTS = 64
_CENTRE = 500
_RADIUS = 320
_EDGE = 1000


def answer(text: str, solves: float, rng: Random) -> str:
    """What a bot types for a sum such as "7 × 8"; wrong by a little in a share of 1 - `solves`."""
    found = _SUM.fullmatch(text.strip())
    if found is None:
        return "0"
    right = _SIGNS[found[2]](int(found[1]), int(found[3]))
    return str(right if rng.random() < solves else right + rng.choice((-10, -2, -1, 1, 2, 10)))


def stroke(wobble: float, rng: Random) -> tuple[float, ...]:
    """x, y, x, y, … of a circle that strays by up to `wobble` of its radius and does not quite close."""
    # Two slow waves, as a hand makes them; single points out of line look like a machine's.
    waves = [(turns, rng.uniform(0, wobble / 2), rng.uniform(0, math.tau)) for turns in (2, 3)]
    begin, sense = rng.uniform(0, math.tau), rng.choice((-1, 1))
    sweep = math.tau * (1 - rng.uniform(0, wobble / 4))
    points: list[float] = []
    for step in range(_POINTS):
        along = sweep * step / (_POINTS - 1)
        angle = begin + sense * along
        radius = _RADIUS * (1 + sum(size * math.sin(turns * along + phase) for turns, size, phase in waves))
        points += [_CENTRE + radius * math.cos(angle), _CENTRE + radius * math.sin(angle)]
    return tuple(float(min(max(round(value), 0), _EDGE)) for value in points)
