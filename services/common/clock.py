"""The wall clock in ms, for deadlines that cross processes; rules and rooms live by Redis time alone."""

import time
from collections.abc import Callable

Clock = Callable[[], float]


def wall_ms() -> float:
    """Milliseconds since the epoch."""
    return time.time_ns() / 1e6
