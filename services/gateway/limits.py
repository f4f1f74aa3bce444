"""What one address may do, counted in Redis for all gateways together.

Addresses are kept as hashes with a salt that is thrown away after a day.
"""

import hashlib
import ipaddress
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.asyncio import Redis

from services.common.clock import Clock
from services.gateway import metrics
from services.gateway.answers import Refused
from services.gateway.config import GatewayConfig

_SALT_S = 2 * 86_400
_EVERYBODY = "everybody"


class AddressLimits:
    """Each method raises Refused with `rate_limited` when it is too much, and RedisError."""

    def __init__(self, redis: Redis, config: GatewayConfig, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock
        options: dict[str, Any] = {"connection_pool": redis.connection_pool}
        storage = RedisStorage(config.redis_url, implementation="redispy", key_prefix="limit", **options)
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._rooms = _limit(config.rooms_per_hour, RateLimitItemPerHour, "rooms")
        self._misses = _limit(config.misses_per_minute, RateLimitItemPerMinute, "misses")
        self._misses_overall = _limit(config.misses_overall, RateLimitItemPerMinute, "misses_overall")
        self._salt = ("", b"")

    async def room_opened(self, address: str) -> None:
        await self._count(self._rooms, "rooms", await self._hashed(address))

    async def may_guess(self, address: str) -> None:
        """Before a code is looked up: so that guessing gets no answers, not even right ones."""
        for limit, who in ((self._misses, await self._hashed(address)), (self._misses_overall, _EVERYBODY)):
            if limit is not None and not await self._limiter.test(limit, who):
                raise await self._refused(limit, "misses", who)

    async def missed(self, address: str) -> None:
        """A code that is no room's."""
        for limit, who in ((self._misses, await self._hashed(address)), (self._misses_overall, _EVERYBODY)):
            if limit is not None:
                await self._limiter.hit(limit, who)

    async def _count(self, limit: RateLimitItem | None, name: str, who: str) -> None:
        if limit is not None and not await self._limiter.hit(limit, who):
            raise await self._refused(limit, name, who)

    async def _refused(self, limit: RateLimitItem, name: str, who: str) -> Refused:
        metrics.LIMITED.labels(name).inc()
        reset_s = (await self._limiter.get_window_stats(limit, who)).reset_time
        wait_ms = max(1_000, int(reset_s * 1_000 - self._clock()))
        return Refused("rate_limited", retry_after_ms=wait_ms)

    async def _hashed(self, address: str) -> str:
        day = datetime.fromtimestamp(self._clock() / 1_000, UTC).strftime("%Y%m%d")
        if self._salt[0] != day:
            key = f"salt:{day}"
            fresh = secrets.token_hex(16).encode()
            # The first gateway of the day chooses it for all.
            chosen = await self._redis.set(key, fresh, nx=True, get=True, ex=_SALT_S)
            self._salt = (day, chosen if isinstance(chosen, bytes) else fresh)
        return hashlib.sha256(self._salt[1] + network(address).encode()).hexdigest()[:32]


def network(address: str) -> str:
    """What one subscriber has: an IPv4 address, or an IPv6 network of 64 bits."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def _limit(amount: int, per: Callable[..., RateLimitItem], name: str) -> RateLimitItem | None:
    return per(amount, namespace=name) if amount else None
