"""How many rooms there are in which phase, and how many deadlines: asked of Redis now and then, for the metrics."""

import asyncio
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.common import log
from services.common.clock import Clock
from services.common.codes import PARTITIONS, due_key
from services.game import metrics
from services.game.keys import phases_key

PHASES: Final = ("lobby", "playing", "round_over", "game_over")
"""By the numbers they have in Redis."""
_EVERY_S = 10
_LOG = log.get()


class Census:
    """Each worker takes it, so that it needs no owner; all of them find the same."""

    def __init__(self, redis: Redis, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self.take()
            except RedisError as error:
                _LOG.debug("rooms not counted", error=str(error))
            await asyncio.sleep(_EVERY_S)

    async def take(self) -> None:
        """Six counts a partition, in one go. Raises RedisError."""
        pipeline = self._redis.pipeline(transaction=False)
        for part in range(PARTITIONS):
            for number in range(len(PHASES)):
                pipeline.zcount(phases_key(part), number, number)
            pipeline.zcard(due_key(part))
            pipeline.zcount(due_key(part), "-inf", self._clock())
        counts = await pipeline.execute()
        sums = [sum(counts[kind :: len(PHASES) + 2]) for kind in range(len(PHASES) + 2)]
        for phase, count in zip(PHASES, sums, strict=False):
            metrics.ROOMS.labels(phase).set(count)
        metrics.DEADLINES.labels("armed").set(sums[-2])
        metrics.DEADLINES.labels("overdue").set(sums[-1])
