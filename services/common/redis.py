"""Connections to Redis (or Valkey): bounded, with time limits, and never retried behind our back.

A command that timed out may have been applied. Only the caller knows how to read back what became of it (P1), so the
library's retries are off; a connection found dead is replaced before a command is written to it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool, SentinelManagedConnection
from redis.backoff import ConstantBackoff, NoBackoff
from redis.exceptions import (
    BusyLoadingError,
    ConnectionError,  # noqa: A004
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004
)
from redis.maint_notifications import MaintNotificationsConfig

from services.common import log, metrics, tls
from services.common.config import ServiceConfig
from services.common.errors import CannotStart

OLDEST = {"redis": (7, 2), "valkey": (8, 1)}
"""The oldest servers that the scripts and commands used here have been seen to work with."""

_COMMAND_S = 2
_SENTINEL_S = 0.5
"""Then the next one is asked."""
_POOL = 64
_WAIT_S = 0.25
_LOG = log.get()


@asynccontextmanager
async def connected(config: ServiceConfig, name: str) -> AsyncIterator["Redis"]:
    """Connections while the body runs; bytes in, bytes out.

    Waits up to `config.start_s` for the server. Raises CannotStart if it does not come or is too old.
    """
    pool = _pool(config, name)
    pool.connection_class = _ours(pool.connection_class)
    client = Redis(connection_pool=pool)
    try:
        await _check(client, config)
        yield client
    finally:
        await client.aclose()
        await pool.disconnect()
        if isinstance(pool, _PrimaryPool):
            await asyncio.gather(*(sentinel.aclose() for sentinel in pool.sentinel_manager.sentinels))


class _PrimaryPool(SentinelConnectionPool, BlockingConnectionPool):
    """Each new connection leads to whichever server the Sentinels then call the primary."""


def _pool(config: ServiceConfig, name: str) -> BlockingConnectionPool:
    options: dict[str, Any] = {
        "client_name": name,
        "max_connections": _POOL,
        "timeout": _COMMAND_S,
        "socket_timeout": _COMMAND_S,
        "socket_connect_timeout": _COMMAND_S,
        "socket_keepalive": True,
        "health_check_interval": 15,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 3,
        # With them on, which is the default, the pool does not look whether a connection is dead.
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
    certificates = _certificates(config)
    if not config.redis_sentinels:
        return BlockingConnectionPool.from_url(config.redis_url, **options, **certificates)
    told = parse_url(config.redis_url)
    encrypted = {**certificates, "ssl": True} if told.pop("connection_class", None) else {}
    asked = {
        "socket_timeout": _SENTINEL_S,
        "socket_connect_timeout": _SENTINEL_S,
        "retry": Retry(NoBackoff(), 0),
        **encrypted,
    }
    addresses = [_address(text) for text in config.redis_sentinels]
    sentinels = Sentinel(addresses, sentinel_kwargs=asked)  # type: ignore[no-untyped-call]
    return _PrimaryPool(told.pop("host"), sentinels, **told, **encrypted, **options)  # type: ignore[no-untyped-call]


def _address(text: str) -> tuple[str, int]:
    """`host` or `host:port`. Raises CannotStart."""
    host, _, port = text.partition(":")
    if not host or (port and not port.isdecimal()):
        raise CannotStart(f"no address of a Sentinel (ZEROCARDS_REDIS_SENTINELS): {text}")
    return host, int(port or 26379)


def _certificates(config: ServiceConfig) -> dict[str, str]:
    """Only for a URL that asks for them: others do not know what to do with them."""
    if not config.redis_url.startswith("rediss://"):
        return {}
    tls.context(config)
    named = {"ssl_ca_certs": config.tls_ca, "ssl_certfile": config.tls_cert, "ssl_keyfile": config.tls_key}
    return {name: path for name, path in named.items() if path}


def _ours(kind: type[AbstractConnection]) -> type[AbstractConnection]:
    """Whatever the URL asks for, plain or TLS."""

    class Ours(kind):  # type: ignore[valid-type, misc]
        async def on_connect_check_health(self, check_health: bool = True) -> None:
            """Each new connection is counted: after the start they are reconnects."""
            metrics.REDIS_CONNECTS.inc()
            await super().on_connect_check_health(check_health)

        async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
            try:
                await super().send_packed_command(command, check_health)
            except RuntimeError as error:
                # uvloop's word for a transport that was reset and closed: the library expects an OSError.
                raise ConnectionError(str(error)) from error

    return _asking_anew(Ours) if issubclass(kind, SentinelManagedConnection) else Ours


def _asking_anew(kind: type[Any]) -> type[AbstractConnection]:
    """A primary that was replaced while it could not be reached is told so some seconds after it can be again.

    Until then it has no replicas and refuses writes: whoever hears that asks the Sentinels before the next command.
    """

    class AskingAnew(kind):  # type: ignore[misc]
        _left = False

        async def read_response(self, *args: Any, **options: Any) -> Any:
            try:
                return await super().read_response(*args, **options)
            except ResponseError as error:
                self._left = self._left or str(error).startswith("NOREPLICAS")
                raise

        async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
            if self._left:
                self._left = False
                await self.disconnect()
                await self.connect()
            await super().send_packed_command(command, check_health)

    return AskingAnew


async def _check(client: Redis, config: ServiceConfig) -> None:
    async def hello() -> dict[bytes, Any]:
        # Unlike INFO, HELLO is open to every user whatever the ACL says.
        answer: dict[bytes, Any] = await client.execute_command("HELLO")  # type: ignore[no-untyped-call]
        return answer

    waiting = Retry(
        ConstantBackoff(_WAIT_S),
        round(config.start_s / _WAIT_S),
        supported_errors=(ConnectionError, TimeoutError, BusyLoadingError),
    )
    where = log.without_password(config.redis_url)
    try:
        answer = await waiting.call_with_retry(hello, _ignore)
    except RedisError as error:
        raise CannotStart(f"no Redis at {where} (ZEROCARDS_REDIS_URL): {error}") from error
    server, version = answer[b"server"].decode(), answer[b"version"].decode()
    oldest = OLDEST.get(server, (0, 0))
    if tuple(int(part) for part in version.split(".")[:2]) < oldest:
        needed = ".".join(map(str, oldest))
        raise CannotStart(f"{server} {version} at {where} is too old: {needed} or newer is needed")
    _LOG.info("connected to redis", url=where, server=server, version=version)


async def _ignore(error: Exception) -> None:
    _LOG.debug("waiting for redis", error=str(error))
