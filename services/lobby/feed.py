"""Keeps the index current: `lobby.changed` as it comes, and every partition read again every few seconds."""

import asyncio
import time

from redis.asyncio import Redis
from redis.exceptions import RedisError
from zerocards.lobby.v1.lobby_pb2 import LobbyChanged

from services.common import log
from services.common.arrived import Arrived
from services.common.codes import PARTITIONS, Code, is_code, open_key
from services.lobby import metrics
from services.lobby.index import Index

_LOG = log.get()


class Feed:
    """`hear` is subscribed before the first `reread`, so that nothing falls in between."""

    def __init__(self, index: Index, redis: Redis, reread_s: float) -> None:
        self._index = index
        self._redis = redis
        self._reread_s = reread_s
        self._wanted = asyncio.Event()
        self.complete = False
        """For readiness: true once the whole index has been read."""

    async def hear(self, message: Arrived) -> None:
        """A change, from the bus."""
        change = LobbyChanged.FromString(message.data)
        if is_code(change.code):
            self._index.hear(change, message.data, time.monotonic())

    async def reread(self) -> None:
        """The whole index, in one round trip. Raises RedisError."""
        began_s = time.monotonic()
        pipeline = self._redis.pipeline(transaction=False)
        for part in range(PARTITIONS):
            pipeline.hgetall(open_key(part))
        partitions: list[dict[bytes, bytes]] = await pipeline.execute()
        entries = {Code(code.decode()): entry for part in partitions for code, entry in part.items()}
        self._index.read(entries, began_s, time.monotonic())
        metrics.REREAD_SECONDS.observe(time.monotonic() - began_s)
        self.complete = True

    def reread_soon(self) -> None:
        """Changes may have been missed: do not wait for the next round."""
        self._wanted.set()

    async def keep_reading(self) -> None:
        """Rereads for ever. While Redis is away the list stays as it was last known."""
        while True:
            try:
                await self.reread()
            except RedisError as error:
                metrics.REREAD_FAILURES.inc()
                _LOG.warning("the lobby index cannot be read", error=str(error))
            try:
                async with asyncio.timeout(self._reread_s):
                    await self._wanted.wait()
            except TimeoutError:
                continue
            self._wanted.clear()
