"""How round a stroke is, in permille (ZC-15), the same on every machine.

The stroke is resampled to points that lie evenly along it, so that drawing speed, doubled points and the number of
points do not matter. Its centre is that of the least-squares circle (Kåsa's method), which needs no full turn.
Evenness is 1 less 1.3 times the mean deviation of the radius from its mean, relative to it. Coverage counts which of
72 sectors of 5° around the centre the stroke passes: the first 12 count nothing, the last 6 are given, so that half a
circle is worth under half and a small gap at the end costs nothing. The score is the product. Only + - * / and square
roots are used, which IEEE 754 rounds alike everywhere, with exact sums (`sum` of floats differs between Pythons), and
the score is rounded once.
"""

import itertools
from collections.abc import Sequence
from math import cos, fsum, isfinite, pi, sin, sqrt

from services.game.engine.refusals import Refused

Point = tuple[float, float]

MIN_POINTS, MAX_POINTS = 8, 2000
MAX_COORDINATE = 100_000
SAMPLES = 192
SECTORS = 72
NOT_COUNTED, GIVEN = 12, 6
DEVIATION_COSTS = 1.3
SHOWN_POINTS = 48
# Where each sector begins, as whole numbers: sin and cos may differ in the last bit between machines.
EDGES = [(round(1e6 * cos(2 * pi * k / SECTORS)), round(1e6 * sin(2 * pi * k / SECTORS))) for k in range(SECTORS)]


def read_stroke(numbers: Sequence[float]) -> list[Point]:
    """Points from x, y, x, y, …; `bad_stroke` for what is none: too few or many, not finite, all one place."""
    if len(numbers) % 2 or not MIN_POINTS <= len(numbers) // 2 <= MAX_POINTS:
        raise Refused("bad_stroke")
    if not all(isfinite(n) and abs(n) <= MAX_COORDINATE for n in numbers):
        raise Refused("bad_stroke")
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    if len(set(points)) == 1:
        raise Refused("bad_stroke")
    return points


def permille(points: Sequence[Point]) -> int:
    """0 (no circle at all) to 1,000."""
    samples = _evenly(points)
    centre = _centre(samples)
    if centre is None:
        return 0
    spokes = [(x - centre[0], y - centre[1]) for x, y in samples]
    radii = [sqrt(x * x + y * y) for x, y in spokes]
    mean = fsum(radii) / len(radii)
    deviation = fsum(abs(radius - mean) for radius in radii) / len(radii) / mean
    evenness = max(0.0, 1 - DEVIATION_COSTS * deviation)
    passed = len({_sector(x, y) for x, y in spokes})
    coverage = min(max(passed - NOT_COUNTED, 0) / (SECTORS - GIVEN - NOT_COUNTED), 1.0)
    return round(1000 * evenness * coverage)


def thinned(points: Sequence[Point]) -> list[int]:
    """Enough of the stroke to show it: x, y, x, y, … of at most 48 points."""
    step = max(1, -(-len(points) // SHOWN_POINTS))
    return [round(n) for point in points[::step] for n in point]


def _evenly(points: Sequence[Point]) -> list[Point]:
    """Points at equal distances along the stroke."""
    lengths = [sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) for (x1, y1), (x2, y2) in itertools.pairwise(points)]
    step = fsum(lengths) / SAMPLES
    samples = [points[0]]
    wanted, walked = step, 0.0
    for (x1, y1), (x2, y2), length in zip(points, points[1:], lengths, strict=False):
        while length and wanted <= walked + length and len(samples) < SAMPLES:
            share = (wanted - walked) / length
            samples.append((x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
            wanted += step
        walked += length
    return samples


def _centre(points: Sequence[Point]) -> Point | None:
    """The centre of the circle that fits best; None where the points lie on a line."""
    n = len(points)
    mx, my = fsum(x for x, _ in points) / n, fsum(y for _, y in points) / n
    suu = svv = suv = su = sv = 0.0
    for x, y in points:
        u, v = x - mx, y - my
        suu += u * u
        svv += v * v
        suv += u * v
        su += u * (u * u + v * v)
        sv += v * (u * u + v * v)
    determinant = suu * svv - suv * suv
    if determinant <= 1e-6 * (suu + svv) ** 2:
        return None
    u = (su * svv - sv * suv) / (2 * determinant)
    v = (sv * suu - su * suv) / (2 * determinant)
    return mx + u, my + v


def _sector(x: float, y: float) -> int:
    """The sector a spoke lies in: the last edge of its half plane that is not past it."""
    first = SECTORS // 2 if y < 0 or (y == 0 and x < 0) else 0
    low, high = first, first + SECTORS // 2 - 1
    while low < high:
        middle = (low + high + 1) // 2
        edge_x, edge_y = EDGES[middle]
        if edge_x * y - edge_y * x < 0:
            high = middle - 1
        else:
            low = middle
    return low
