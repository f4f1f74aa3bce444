"""Where turns are decided: easy and normal ones on the spot, searches in processes of their own."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing.connection import wait

from services.bots import asked, metrics
from services.bots.asked import Asked
from services.bots.levels import LEVELS
from services.bots.levels.decide import decide
from services.bots.levels.hard import hard
from services.bots.levels.level import Level
from services.bots.search.budget import cpu_ms
from services.common import log
from services.game.engine.commands import Command

Think = Callable[[Asked], Awaitable[Sequence[Command]]]

_LOG = log.get()
# Searches that wait for each process; who comes then plays like a normal bot, so that nobody waits for seconds.
_MOST_WAITING = 12


async def at_once(turn: Asked) -> Sequence[Command]:
    """For what takes less than a switch to another process would."""
    return _decided(turn, LEVELS[turn.level])


class Thinkers:
    """A pool of processes that search. A process that dies is replaced, and what it had in hand is searched again."""

    def __init__(self, processes: int, budget_ms: float) -> None:
        self._processes = processes
        self._budget_ms = budget_ms
        self._waiting = 0
        self._pool = self._new()

    async def start(self) -> None:
        """Returns when the processes are up, so that the first turn does not wait for them."""
        await asyncio.gather(*(asyncio.wrap_future(self._pool.submit(os.getpid)) for _ in range(self._processes)))

    def stop(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    async def think(self, turn: Asked) -> Sequence[Command]:
        """Never fails for a process's sake: a turn that killed two of them is decided without a search."""
        if self._waiting >= self._processes * _MOST_WAITING:
            metrics.UNSEARCHED.labels("busy").inc()
            return _decided(turn, LEVELS["normal"])
        self._waiting += 1
        try:
            for _ in range(2):
                pool = self._pool
                try:
                    return await asyncio.wrap_future(pool.submit(search, turn.payload, self._budget_ms))
                except BrokenProcessPool:
                    self._replace(pool)
        finally:
            self._waiting -= 1
        metrics.UNSEARCHED.labels("crashed").inc()
        return _decided(turn, LEVELS["normal"])

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Whoever notices first: the others find the new one."""
        if self._pool is broken:
            _LOG.error("a search process died", processes=self._processes)
            broken.shutdown(wait=False)
            self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        # Not by fork: the parent has threads and an event loop.
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=spawn, initializer=_settle_in)


def search(payload: bytes, budget_ms: float) -> Sequence[Command]:
    """In a process of the pool: the whole way from the message to the commands."""
    return _decided(asked.read(payload), _level(budget_ms))


def _decided(turn: Asked, level: Level) -> Sequence[Command]:
    return decide(turn.sight, turn.owed, level, turn.rng())


@cache
def _level(budget_ms: float) -> Level:
    return hard(cpu_ms(budget_ms))


def _settle_in() -> None:
    """The parent says when to stop; and where it can no longer, nobody needs this process."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
