"""Everything that one player has heard, and waiting for more of it."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

from zerocards.gateway.v1.socket_pb2 import ServerFrame

T = TypeVar("T")


class Heard:
    """Frames of all connections in the order in which they came. What waits looks again after each."""

    def __init__(self) -> None:
        self.last: ServerFrame | None = None
        self.fault: Exception | None = None
        """Why nothing more can be read: for whoever waits it is the end."""
        self._by_kind: defaultdict[str, list[ServerFrame]] = defaultdict(list)
        self._more = asyncio.Condition()

    def add(self, frame: ServerFrame) -> str:
        """Returns the frame's kind. `tell` comes after, once all that follows from it is done."""
        kind = str(frame.WhichOneof("frame"))
        self.last = frame
        self._by_kind[kind].append(frame)
        return kind

    async def tell(self) -> None:
        async with self._more:
            self._more.notify_all()

    def of(self, kind: str) -> list[ServerFrame]:
        """The frames of one kind so far."""
        return self._by_kind[kind]

    async def until(self, done: Callable[[], T | None], within_s: float) -> T:
        """Waits until `done` says something that is true, and returns that. Raises TimeoutError."""
        async with asyncio.timeout(within_s), self._more:
            while not (result := done()):
                self.must_be_sound()
                await self._more.wait()
            return result

    async def at_most(self, done: Callable[[], bool], seconds: float) -> None:
        """Returns when `done` is true, or when the time is over."""
        with contextlib.suppress(TimeoutError):
            await self.until(done, seconds)

    def must_be_sound(self) -> None:
        """What could not be read is the test's failure."""
        if self.fault is not None:
            raise AssertionError("a frame could not be read") from self.fault
