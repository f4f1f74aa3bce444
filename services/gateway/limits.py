"""What one address may do, counted in Redis for all gateways together.

Addresses are kept as hashes with a salt that is thrown away when the day is over.
"""

import hashlib
import ipaddress
import math
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.common.clock import Clock
from services.gateway import metrics
from services.gateway.answers import Refused
from services.gateway.config import GatewayConfig

_UNUSED = "redis://127.0.0.1:6379"
_DAY_S = 86_400
_EVERYBODY = "everybody"


class AddressLimits:
    """Each method raises Refused: with `rate_limited` when it is too much, with `unavailable` when nobody can count."""

    def __init__(self, redis: Redis, config: GatewayConfig, clock: Clock) -> None:
        self._redis = redis
        self._clock = clock
        # The pool knows where Redis is, by the Sentinels too; the address is for a pool that there is not.
        options: dict[str, Any] = {"connection_pool": redis.connection_pool}
        storage = RedisStorage(_UNUSED, implementation="redispy", key_prefix="limit", **options)
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._newcomers = _limit(config.newcomers_per_hour, RateLimitItemPerHour, "newcomers")
        self._rooms = _limit(config.rooms_per_hour, RateLimitItemPerHour, "rooms")
        self._entries = _limit(config.entries_per_minute, RateLimitItemPerMinute, "entries")
        self._lists = _limit(config.lists_per_minute, RateLimitItemPerMinute, "lists")
        self._replays = _limit(config.replays_per_minute, RateLimitItemPerMinute, "replays")
        self._misses = _limit(config.misses_per_minute, RateLimitItemPerMinute, "misses")
        self._misses_overall = _limit(config.misses_overall, RateLimitItemPerMinute, "misses_overall")
        self._salt = ("", b"")

    async def newcomer(self, address: str) -> None:
        """Somebody without a token: each is remembered for a day."""
        await self._count(self._newcomers, address)

    async def may_open(self, address: str) -> None:
        """Before it is known whether a room will be needed."""
        await self._test(self._rooms, address)

    async def room_opened(self, address: str) -> None:
        await self._count(self._rooms, address)

    async def entered(self, address: str) -> None:
        """A seat asked for, by code or by quick play."""
        await self._count(self._entries, address)

    async def list_asked(self, address: str) -> None:
        await self._count(self._lists, address)

    async def replay_asked(self, address: str) -> None:
        await self._count(self._replays, address)

    async def may_guess(self, address: str) -> None:
        """Before a code is looked up: so that guessing gets no answers, not even right ones."""
        await self._test(self._misses, address)
        await self._test(self._misses_overall, address, _EVERYBODY)

    async def missed(self, address: str) -> None:
        """A code that is no room's. What is too much, the next `may_guess` will say."""
        with _counting():
            for limit, who in ((self._misses, await self._hashed(address)), (self._misses_overall, _EVERYBODY)):
                if limit is not None:
                    await self._limiter.hit(limit, who)

    async def _count(self, limit: RateLimitItem | None, address: str) -> None:
        if limit is None:
            return
        with _counting():
            who = await self._hashed(address)
            if not await self._limiter.hit(limit, who):
                raise await self._refused(limit, who)

    async def _test(self, limit: RateLimitItem | None, address: str, everybody: str = "") -> None:
        if limit is None:
            return
        with _counting():
            who = everybody or await self._hashed(address)
            if not await self._limiter.test(limit, who):
                raise await self._refused(limit, who)

    async def _refused(self, limit: RateLimitItem, who: str) -> Refused:
        metrics.LIMITED.labels(limit.namespace).inc()
        reset_s = (await self._limiter.get_window_stats(limit, who)).reset_time
        wait_ms = max(1_000, int(reset_s * 1_000 - self._clock()))
        return Refused("rate_limited", retry_after_ms=wait_ms)

    async def _hashed(self, address: str) -> str:
        now_s = self._clock() / 1_000
        day = datetime.fromtimestamp(now_s, UTC).strftime("%Y%m%d")
        if self._salt[0] != day:
            fresh = secrets.token_hex(16).encode()
            # The first gateway of the day chooses it for all. From midnight on nobody can tell whose a hash was.
            left_s = math.ceil(_DAY_S - now_s % _DAY_S)
            chosen = await self._redis.set(f"salt:{day}", fresh, nx=True, get=True, ex=left_s)
            self._salt = (day, chosen if isinstance(chosen, bytes) else fresh)
        return hashlib.sha256(self._salt[1] + network(address).encode()).hexdigest()[:32]


@contextmanager
def _counting() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        # Without Redis there is no room to enter either.
        raise Refused("unavailable", retry_after_ms=2_000) from error


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
