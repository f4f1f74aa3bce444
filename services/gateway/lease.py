"""This gateway's sign of life: while it is fresh, its players count as connected (P5)."""

import asyncio
import time

from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.common import log
from services.common.leases import LEASE_S, RENEW_S, lease_key

_RETRY_S = 1
_LOG = log.get()


class Lease:
    def __init__(self, redis: Redis, gateway: str) -> None:
        self._redis = redis
        self._key = lease_key(gateway)
        self._renewed_at = float("-inf")

    @property
    def fresh(self) -> bool:
        """For readiness: Redis answers."""
        return time.monotonic() - self._renewed_at < LEASE_S

    async def renew(self) -> None:
        """Raises RedisError."""
        await self._redis.set(self._key, b"1", ex=LEASE_S)
        self._renewed_at = time.monotonic()

    async def keep(self) -> None:
        """Runs for ever beside the rest."""
        while True:
            await asyncio.sleep(RENEW_S if self.fresh else _RETRY_S)
            try:
                await self.renew()
            except RedisError as error:
                _LOG.warning("lease not renewed", error=str(error))

    async def give_up(self) -> None:
        """When every player has been told goodbye; without it the lease runs out by itself."""
        try:
            await self._redis.delete(self._key)
        except RedisError as error:
            _LOG.warning("lease not given up", error=str(error))
