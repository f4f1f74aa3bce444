"""Bounded queues per room: one room's work in the order it came, rooms in parallel, too much of it turned away."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from services.game import metrics

Job = Callable[[], Awaitable[None]]
"""Answers for its own failures; one that raises all the same ends the worker, loudly."""


class RoomQueues:
    """`put` never waits; `run` works until it is cancelled."""

    def __init__(self, *, runners: int, per_room: int, total: int) -> None:
        self._how_many = runners
        self._per_room = per_room
        self._total = total
        self._jobs = 0
        self._rooms: dict[str, deque[tuple[float, Job]]] = {}
        self._ready: asyncio.Queue[str] = asyncio.Queue()
        self._idle = asyncio.Event()
        self._idle.set()
        self._running = 0
        metrics.RUNNERS.set(runners)
        metrics.JOBS.labels("waiting").set_function(lambda: self._jobs - self._running)
        metrics.JOBS.labels("running").set_function(lambda: self._running)

    def put(self, room: str, job: Job) -> bool:
        """Queues a job; False when the room or the worker has too much to do already."""
        queue = self._rooms.get(room)
        if self._jobs >= self._total or (queue is not None and len(queue) >= self._per_room):
            return False
        if queue is None:
            self._rooms[room] = queue = deque()
            self._ready.put_nowait(room)
        queue.append((time.perf_counter(), job))
        self._jobs += 1
        self._idle.clear()
        return True

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self._how_many):
                group.create_task(self._work())

    async def drain(self) -> None:
        """Waits until all that was queued is done. Whoever calls it has seen to it that nothing more comes."""
        await self._idle.wait()

    async def _work(self) -> None:
        while True:
            room = await self._ready.get()
            # It stays at the head while it runs, so that the room is not taken up by another runner.
            since, job = self._rooms[room][0]
            began = metrics.stage("queue", since)
            self._running += 1
            await job()
            self._running -= 1
            metrics.BUSY.add(time.perf_counter() - began)
            self._done(room)

    def _done(self, room: str) -> None:
        queue = self._rooms[room]
        queue.popleft()
        self._jobs -= 1
        if queue:
            # One job, then to the back of the line: a busy room does not hold up the others.
            self._ready.put_nowait(room)
            return
        del self._rooms[room]
        if not self._rooms:
            self._idle.set()
