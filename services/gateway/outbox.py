"""What waits to be written to one socket: in order, bounded, and the end of it for whoever reads too slowly."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from services.gateway import answers, metrics

Write = Callable[[str], Awaitable[None]]
"""Returns once the socket has taken the text; waits while its buffer is full."""
WriteNow = Callable[[bytes], bool]
"""Whether the socket has taken the frame at once."""


class Outbox:
    """`put` never waits. `run` writes until it is cancelled or the socket is gone.

    What `write_now` takes while nothing waits costs no switch to the task of `run`.
    """

    def __init__(
        self, write: Write, write_now: WriteNow | None, *, frames: int, size: int, on_slow: Callable[[], None]
    ) -> None:
        self._write = write
        self._write_now = write_now
        self._frames = frames
        self._bytes = size
        self._on_slow = on_slow
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._filled = asyncio.Event()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Frames that are not written yet."""
        return len(self._waiting)

    def put(self, frame: bytes) -> None:
        """Queues a frame. Too much of it: a last notice takes the place of all that waits, and `on_slow` is called."""
        if self._closed:
            return
        # Set until the last of what waits is written: nothing may overtake it.
        if self._write_now is not None and not self._filled.is_set() and self._write_now(frame):
            return
        if len(self._waiting) >= self._frames or self._size + len(frame) > self._bytes:
            metrics.CUT_OFF.labels("slow").inc()
            self._closed = True
            self._waiting.clear()
            self._waiting.append(answers.notice("slow"))
            self._on_slow()
            return
        self._waiting.append(frame)
        self._size += len(frame)
        self._filled.set()

    async def run(self) -> None:
        while True:
            await self._filled.wait()
            while self._waiting:
                frame = self._waiting.popleft()
                self._size -= len(frame)
                await self._write(frame.decode())
            self._filled.clear()

    async def flush(self) -> None:
        """Writes what waits, itself: for the last words, once `run` has been cancelled."""
        while self._waiting:
            await self._write(self._waiting.popleft().decode())
