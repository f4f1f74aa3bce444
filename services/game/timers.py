"""What falls due by itself: deadlines of rooms, and gateways that stopped renewing their lease. Nobody owns either."""

import asyncio
import contextlib
import math
from collections.abc import Callable, Sequence
from typing import cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.common import log
from services.common.clock import Clock
from services.common.codes import PARTITIONS, Code, at_key, due_key, partition
from services.common.leases import lease_key
from services.game.keys import gateways_key
from services.game.scripts import Call, Execute, Script

_HEAD_START_MS = 1_000
"""How long a claimed room stays hidden from the other workers: what a dead claimer costs."""
_AT_MOST = 100
"""Rooms claimed of a partition at once."""
_PAUSE_MS = 5
"""The least time between two looks, however much falls due."""
_LOG = log.get()

Fire = Callable[[Code], None]
Lost = Callable[[Code, str], None]
Expect = Callable[[Code, int | None], None]


class Deadlines:
    """Claims what is due and hands it to `fire`.

    Looks at every partition each `every_ms`, and at one whose next deadline it knows when that comes. A room that
    `fire` did not get to commit is claimed again a second later, by whoever is first.
    """

    def __init__(self, execute: Execute, *, every_ms: int, clock: Clock) -> None:
        self._execute = execute
        self._every_ms = every_ms
        self._clock = clock
        self._claim = Script("claim.lua")
        self._next = [math.inf] * PARTITIONS
        self._ahead_ms = 0.0
        """Redis time less ours."""
        self._sooner = asyncio.Event()
        self._until = math.inf
        self.readable = True
        """For readiness: whether Redis answered the last look."""

    def expect(self, code: Code, due_ms: int | None) -> None:
        """A commit of this worker set a deadline: no need to wait until it is found."""
        part = partition(code)
        if due_ms is not None and due_ms < self._next[part]:
            self._next[part] = due_ms
            if due_ms < self._until:
                self._sooner.set()

    async def run(self, fire: Fire) -> None:
        """Until it is cancelled."""
        look_again = 0.0
        while True:
            now = self._clock() + self._ahead_ms
            whole = now >= look_again
            if whole:
                look_again = now + self._every_ms
            for code in await self.claim([part for part in range(PARTITIONS) if whole or self._next[part] <= now]):
                fire(code)
            self._sooner.clear()
            self._until = min(look_again, *self._next)
            wait_ms = self._until - self._clock() - self._ahead_ms
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(wait_ms, _PAUSE_MS) / 1000):
                    await self._sooner.wait()

    async def claim(self, parts: Sequence[int]) -> list[Code]:
        """What is due in these partitions; what cannot be asked now is asked next time."""
        if not parts:
            return []
        calls: list[Call] = [([due_key(part)], [_AT_MOST, _HEAD_START_MS]) for part in parts]
        try:
            answers = await self._claim.run_all(self._execute, calls)
        except RedisError as error:
            _LOG.warning("deadlines not read", error=str(error))
            # Not again before the next look at all of them.
            self._next = [math.inf] * PARTITIONS
            self.readable = False
            return []
        self.readable = True
        claimed: list[Code] = []
        for part, (now, following, codes) in zip(parts, answers, strict=True):
            self._ahead_ms = now - self._clock()
            self._next[part] = float(following) if following else math.inf
            claimed += [Code(code.decode()) for code in codes]
        return claimed


class Gateways:
    """Finds rooms held by gateways without a lease and hands them to `lost` (P5)."""

    def __init__(self, redis: Redis, *, every_ms: int) -> None:
        self._redis = redis
        self._every_ms = every_ms

    async def run(self, lost: Lost) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(self._every_ms / 1000)
            try:
                for code, gateway in await self.sweep():
                    lost(code, gateway)
            except RedisError as error:
                _LOG.warning("gateways not read", error=str(error))

    async def sweep(self) -> list[tuple[Code, str]]:
        """The rooms that gateways without a lease still seem to hold connections to."""
        pipeline = self._redis.pipeline(transaction=False)
        for part in range(PARTITIONS):
            pipeline.smembers(gateways_key(part))
        held = await pipeline.execute()
        known = sorted({gateway for gateways in held for gateway in gateways})
        if not known:
            return []
        for gateway in known:
            pipeline.exists(lease_key(gateway.decode()))
        dead = {gateway for gateway, alive in zip(known, await pipeline.execute(), strict=True) if not alive}
        rooms: list[tuple[Code, str]] = []
        for part, gateways in enumerate(held):
            for gateway in dead & gateways:
                codes = cast("set[bytes]", await self._redis.smembers(at_key(part, gateway.decode())))
                rooms += [(Code(code.decode()), gateway.decode()) for code in codes]
                if not codes:
                    await self._redis.srem(gateways_key(part), gateway)
        return rooms
