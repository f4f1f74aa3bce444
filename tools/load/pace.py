"""When a player who could move does: at once, or when its turn at a fixed rate comes."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

Act = Callable[[], Awaitable[None]]


class Pace(Protocol):
    async def ready(self, act: Act) -> None:
        """A player could move: `act` is called now or later, once."""


class ClosedLoop:
    """Everyone moves as soon as they may: the most that the pipeline takes."""

    async def ready(self, act: Act) -> None:
        await act()


class FixedRate:
    """So many moves a second over all rooms, evenly spaced, while enough players are ready."""

    def __init__(self, moves_per_s: float) -> None:
        self._gap_s = 1 / moves_per_s
        self._waiting: deque[Act] = deque()

    async def ready(self, act: Act) -> None:
        self._waiting.append(act)

    async def run(self) -> None:
        """Runs until cancelled."""
        due = time.monotonic()
        while True:
            now = time.monotonic()
            # A move that nobody was ready for is not made up for: it would come as a burst.
            due = max(due, now - self._gap_s)
            while due <= now and self._waiting:
                due += self._gap_s
                await self._waiting.popleft()()
            await asyncio.sleep(max(due - time.monotonic(), 0.001))
