"""How fast one connection may send: a token bucket.

The `limits` package counts windows in a store that gateways share; it has no burst above a rate, and a look into its
store for every frame would cost more than the frame.
"""

import time
from collections.abc import Callable


class TokenBucket:
    """`rate` tokens a second, `burst` of them at most."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = float(burst)
        self._at = clock()

    def take(self) -> float:
        """0 when there was a token; otherwise the seconds until there is one, and none is taken."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return (1 - self._tokens) / self._rate
        self._tokens -= 1
        return 0.0
