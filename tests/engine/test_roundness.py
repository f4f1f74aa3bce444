"""How round a stroke is (ZC-15): what counts, what does not, and what is no stroke."""

import math
import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.game.engine import Refused
from services.game.engine.minigames.roundness import MAX_POINTS, Point, permille, read_stroke, thinned

pytestmark = pytest.mark.rule("ZC-15")

# Permille. One sector of 72 more or less is the most that turning a stroke may change.
A_SECTOR = 20
HARDLY = 5


def arc(turns: float = 1.0, points: int = 60, radius: float = 300, wobble: float = 0, seed: int = 0) -> list[Point]:
    """So many turns of a circle around the middle of the canvas, the radius off by up to `wobble` of it."""
    rng = random.Random(seed)
    phases = [rng.uniform(0, math.tau) for _ in range(3)]
    stroke = []
    for at in range(points + 1):
        angle = math.tau * turns * at / points
        bumps = sum(math.sin((n + 2) * angle + phase) for n, phase in enumerate(phases)) / 3
        r = radius * (1 + wobble * bumps)
        stroke.append((500 + r * math.cos(angle), 500 + r * math.sin(angle)))
    return stroke


def polygon(corners: int, points: int = 100) -> list[Point]:
    """With its corners on a circle, drawn side by side."""
    edges = [(math.cos(math.tau * n / corners), math.sin(math.tau * n / corners)) for n in range(corners + 1)]
    stroke = []
    for at in range(points + 1):
        side, share = divmod(at / points * corners, 1)
        (x1, y1), (x2, y2) = edges[int(side) % corners], edges[(int(side) + 1) % corners]
        stroke.append((500 + 300 * (x1 + share * (x2 - x1)), 500 + 300 * (y1 + share * (y2 - y1))))
    return stroke


def moved(stroke: Sequence[Point], angle: float = 0, scale: float = 1, by: Point = (0, 0)) -> list[Point]:
    cos, sin = scale * math.cos(angle), scale * math.sin(angle)
    return [(cos * x - sin * y + by[0], sin * x + cos * y + by[1]) for x, y in stroke]


@pytest.mark.parametrize("points", [16, 24, 40, 60, 90, 120, 200, 400, 1000, 1999])
def test_a_circle_is_a_circle_at_any_drawing_rate(points: int):
    assert permille(arc(points=points)) >= 990


@pytest.mark.parametrize("radius", [100, 200, 450])
def test_also_in_the_whole_numbers_that_are_sent(radius: int):
    stroke = [(float(round(x)), float(round(y))) for x, y in arc(points=90, radius=radius)]
    assert permille(stroke) >= 990


def test_also_drawn_slowly_here_and_fast_there():
    angles = [math.tau * (at / 200) ** 2 for at in range(201)]
    assert permille([(500 + 300 * math.cos(a), 500 + 300 * math.sin(a)) for a in angles]) >= 990


@pytest.mark.parametrize("angle", [0, 0.1, 0.5, math.pi / 4, 2])
def test_a_square_is_worth_85_to_92_percent(angle: float):
    assert 850 <= permille(moved(polygon(4), angle)) <= 920


def test_more_corners_are_rounder():
    scores = [permille(polygon(corners)) for corners in (3, 4, 5, 6, 8, 12)]
    assert scores == sorted(scores)
    assert scores[0] < 800
    assert scores[-1] > 980


@pytest.mark.parametrize(
    "stroke",
    [
        [(100 + 10 * at, 100.0) for at in range(60)],
        [(100 + 7 * at, 100 + 3.0 * at) for at in range(60)],
        [(100.0 + 10 * (at if at < 30 else 60 - at), 200.0) for at in range(61)],
        arc(0.5),
        arc(0.4),
        arc(0.25),
        arc(0.1),
    ],
    ids=["line", "slanted line", "there and back", "half circle", "0.4", "quarter", "tenth"],
)
def test_a_line_or_half_a_circle_is_worth_less_than_half(stroke: list[Point]):
    assert permille(stroke) < 500


def test_more_of_the_circle_is_worth_more():
    scores = [permille(arc(turns)) for turns in (0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.0)]
    assert scores == sorted(scores)


def test_less_even_is_worth_less():
    scores = [permille(arc(wobble=wobble)) for wobble in (0, 0.03, 0.06, 0.12, 0.25, 0.5)]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


wobbly = st.builds(
    arc,
    turns=st.floats(0.55, 1.3),
    points=st.integers(30, 200),
    wobble=st.floats(0, 0.3),
    seed=st.integers(0, 1000),
)


@settings(max_examples=60)
@given(stroke=wobbly, angle=st.floats(0, math.tau), scale=st.floats(0.2, 5), x=st.integers(-500, 500))
def test_turning_scaling_and_moving_change_nothing(stroke: list[Point], angle: float, scale: float, x: int):
    score = permille(stroke)
    assert abs(permille(moved(stroke, scale=scale, by=(x, -x))) - score) <= HARDLY
    assert abs(permille(moved(stroke, angle)) - score) <= A_SECTOR


@settings(max_examples=60)
@given(stroke=wobbly)
def test_the_direction_and_doubled_points_change_nothing(stroke: list[Point]):
    score = permille(stroke)
    assert abs(permille(stroke[::-1]) - score) <= A_SECTOR
    assert abs(permille([point for point in stroke for _ in range(2)]) - score) <= HARDLY
    assert abs(permille([*stroke[:9], *[stroke[8]] * 50, *stroke[9:]]) - score) <= HARDLY


@settings(max_examples=40)
@given(wobble=st.floats(0, 0.2), seed=st.integers(0, 1000), start=st.integers(0, 59))
def test_the_starting_point_changes_nothing(wobble: float, seed: int, start: int):
    closed = arc(wobble=wobble, seed=seed)[:-1]
    begun_elsewhere = [*closed[start:], *closed[: start + 1]]
    assert abs(permille(begun_elsewhere) - permille([*closed, closed[0]])) <= A_SECTOR


@pytest.mark.parametrize("turns", [1.05, 1.2, 1.5, 2.0, 3.0])
def test_drawing_past_the_start_costs_nothing(turns: float):
    assert permille(arc(turns, points=100)) >= 990


@pytest.mark.parametrize("gap", [0.02, 0.05, 0.08])
def test_a_small_gap_costs_nothing(gap: float):
    assert permille(arc(1 - gap)) >= 985


def flat(stroke: Sequence[Point]) -> list[float]:
    return [number for point in stroke for number in point]


NO_STROKES: dict[str, Callable[[], list[float]]] = {
    "nothing": list,
    "seven points": lambda: flat(arc(points=6)),
    "too many points": lambda: flat(arc(points=MAX_POINTS)),
    "half a point": lambda: flat(arc())[:-1],
    "all one place": lambda: [5.0, 6.0] * 20,
    "not a number": lambda: [*flat(arc()), math.nan, 1.0],
    "infinite": lambda: [*flat(arc()), math.inf, 1.0],
    "out of this world": lambda: [*flat(arc()), 1e300, 1.0],
}


@pytest.mark.parametrize("numbers", NO_STROKES.values(), ids=NO_STROKES)
def test_what_is_no_stroke_is_refused(numbers: Callable[[], list[float]]):
    with pytest.raises(Refused, match="bad_stroke"):
        read_stroke(numbers())


@settings(max_examples=200)
@given(numbers=st.lists(st.floats(-1e5, 1e5), min_size=16, max_size=80).filter(lambda n: len(n) % 2 == 0))
def test_any_other_scribble_has_a_score(numbers: list[float]):
    try:
        points = read_stroke(numbers)
    except Refused:
        assert len(set(zip(numbers[::2], numbers[1::2], strict=True))) == 1
        return
    assert 0 <= permille(points) <= 1000


def test_scores_are_the_same_on_every_machine():
    """Golden: another rounding anywhere would rank two players differently here and there."""
    strokes = [arc(), arc(0.9, wobble=0.1, seed=3), arc(0.7, points=33, wobble=0.2, seed=5), polygon(5), polygon(3)]
    whole = [[(float(round(x)), float(round(y))) for x, y in stroke] for stroke in strokes]
    assert [permille(stroke) for stroke in whole] == [999, 962, 707, 926, 749]


@pytest.mark.parametrize("points", [8, 47, 48, 49, 500, 1999])
def test_what_is_shown_of_a_stroke_is_short(points: int):
    shown = thinned(arc(points=points))
    assert len(shown) <= 2 * 48
    assert shown[:2] == [800, 500]
