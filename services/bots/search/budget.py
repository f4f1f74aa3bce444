"""How long a search may think."""

import time
from collections.abc import Callable

# Asked after each dealt world how many have been tried; True ends the search.
Spent = Callable[[int], bool]
# One decision's budget begins when it is called.
Budget = Callable[[], Spent]

DEFAULT_MS = 60.0
# A world is dealt and played out in a few ms; what is begun is finished, so that the last must begin sooner.
_LAST_BEGINS = 0.9


def cpu_ms(most: float) -> Budget:
    """CPU time of the thinking process: what else runs on the machine makes no bot play worse."""

    def begin() -> Spent:
        end = time.process_time() + most * _LAST_BEGINS / 1000
        return lambda _worlds: time.process_time() >= end

    return begin


def worlds(most: int) -> Budget:
    """So many worlds whatever they take: the same search for the same chance."""
    return lambda: lambda tried: tried >= most
