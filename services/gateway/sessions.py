"""Who somebody is: tokens in clients' hands, their hashes in Redis.

A token is two halves of 128 random bits: the chain it belongs to, and the secret that each resume renews. The old
secret stays valid until the new one is first used, because the welcome that carries it can be lost. A secret shown
after that is in two hands: the chain ends there and then.
"""

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import resources

from redis.asyncio import Redis
from redis.exceptions import RedisError
from tenacity import retry, retry_if_exception_type, stop_after_attempt

from services.gateway import metrics

_TOKEN = re.compile(r"([0-9a-f]{32})([0-9a-f]{32})")
_DAY_S = 86_400
"""Also how long somebody is remembered who never came back: asking for new identities fills no store."""


@dataclass(frozen=True, slots=True)
class Session:
    """`token` is the next one. `player_id` is known to its player, the gateways and the room's private part alone."""

    player_id: str
    token: str


class TokenSpent(Exception):
    """Somebody else holds this player's identity as well; it is no more."""

    def __init__(self, player_id: str) -> None:
        super().__init__("token spent")
        self.player_id = player_id


class SessionsUnavailable(Exception):
    """Redis does not answer; what was asked may be asked again."""


class Sessions:
    def __init__(self, redis: Redis, *, days: int) -> None:
        self._redis = redis
        self._life_s = days * _DAY_S
        self._resume = redis.register_script(resources.files(__package__).joinpath("resume.lua").read_text())

    # The first command to a Redis that was replaced fails; the second goes to its successor. Both may be applied: the
    # old secret stays valid, and a new player who was never told of costs a day of one key.
    @retry(retry=retry_if_exception_type(SessionsUnavailable), stop=stop_after_attempt(2), reraise=True)
    async def open(self, token: str, may_be_new: Callable[[], Awaitable[None]] | None = None) -> Session:
        """The token's session, or a new player's if `may_be_new` does not object by an exception of its own.

        Raises TokenSpent, SessionsUnavailable.
        """
        try:
            parts = _TOKEN.fullmatch(token)
            resumed = await self._resumed(parts[1], parts[2]) if parts else None
            if resumed is None and may_be_new is not None:
                await may_be_new()
            return resumed or await self._new()
        except RedisError as error:
            raise SessionsUnavailable(str(error)) from error

    async def _resumed(self, chain: str, secret: str) -> Session | None:
        following = secrets.token_hex(16)
        answer = await self._resume([session_key(chain)], [_hash(secret), _hash(following), self._life_s])
        if answer is None:
            return None
        what, player = (part.decode() for part in answer)
        if what == "spent":
            metrics.TOKENS_SPENT.inc()
            raise TokenSpent(player)
        return Session(player, chain + following)

    async def _new(self) -> Session:
        chain, secret, player = (secrets.token_hex(16) for _ in range(3))
        key = session_key(chain)
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.hset(key, mapping={"player": player, "current": _hash(secret), "issued": ""})
            pipeline.expire(key, min(self._life_s, _DAY_S))
            await pipeline.execute()
        return Session(player, chain + secret)


def session_key(chain: str) -> str:
    return f"session:{_hash(chain)}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
