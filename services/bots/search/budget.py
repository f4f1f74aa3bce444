"""How long a search may think."""

import time
from collections.abc import Callable

# Asked after each dealt world how many have been tried; True ends the search.
Spent = Callable[[int], bool]
# One decision's budget begins when it is called.
Budget = Callable[[], Spent]

DEFAULT_MS = 60.0
# Reading the views and finding the candidates is part of a decision too.
_FOR_SEARCH = 0.93


def cpu_ms(most: float) -> Budget:
    """CPU time of the thinking process: what else runs on the machine makes no bot play worse.

    What is begun is finished, so no world is begun for which, by those before it, the time will not do.
    """

    def begin() -> Spent:
        started = time.process_time()
        seconds = most * _FOR_SEARCH / 1000

        def spent(tried: int) -> bool:
            taken = time.process_time() - started
            return taken + (taken / tried if tried else 0.0) >= seconds

        return spent

    return begin


def worlds(most: int) -> Budget:
    """So many worlds whatever they take: the same search for the same chance."""
    return lambda: lambda tried: tried >= most
