"""Every room that is followed here, and the comparison with Redis of those that have been silent (P3)."""

import asyncio
import time
from collections.abc import Iterator

from services.common import log, subjects
from services.common.bus import Bus, Unanswered
from services.common.codes import Code
from services.gateway import metrics
from services.gateway.asking import Workers
from services.gateway.feed import Feed, Follower

_ROOMS_A_REQUEST = 500
_LOG = log.get()


class Feeds:
    """One feed a room, shared by all who follow it here."""

    def __init__(self, bus: Bus, workers: Workers, *, silence_s: float) -> None:
        self._bus = bus
        self._workers = workers
        self._silence_s = silence_s
        self._feeds: dict[Code, Feed] = {}
        self._compare_all = asyncio.Event()
        bus.on_reconnect(self._compare_all.set)
        bus.on_drop(self._dropped)

    async def follow(self, code: Code, follower: Follower) -> Feed:
        """Updates published after the return reach the follower."""
        feed = self._feeds.get(code)
        if feed is None:
            feed = self._feeds[code] = Feed(code, time.monotonic)
            metrics.ROOMS.set(len(self._feeds))
        feed.followers.append(follower)
        await feed.subscribe(self._bus)
        return feed

    async def unfollow(self, feed: Feed, follower: Follower) -> None:
        feed.followers.remove(follower)
        if not feed.followers and self._feeds.get(feed.code) is feed:
            del self._feeds[feed.code]
            metrics.ROOMS.set(len(self._feeds))
            await feed.unsubscribe()

    async def compare(self) -> None:
        """Runs for ever beside the rest: silent rooms each `silence_s`, all of them once NATS is back."""
        while True:
            everything = await self._tick()
            silent_since = time.monotonic() - self._silence_s
            known = {
                feed.code: feed.version
                for feed in self._feeds.values()
                # Version 0: its followers are fetching the whole view at this moment.
                if feed.version and (everything or feed.heard_at <= silent_since)
            }
            try:
                for part in _parts(known):
                    self._tell(part, await self._workers.sync(part))
            except Unanswered as why:
                _LOG.warning("rooms not compared", rooms=len(known), why=type(why).__name__)
                if everything:
                    self._compare_all.set()
                    await asyncio.sleep(self._silence_s)
            except Exception:
                # An answer that cannot be read is a bug of one room or one worker; the others' rooms go on.
                _LOG.exception("rooms not compared", rooms=len(known))

    async def _tick(self) -> bool:
        """True: NATS was away."""
        try:
            async with asyncio.timeout(self._silence_s):
                await self._compare_all.wait()
        except TimeoutError:
            return False
        self._compare_all.clear()
        return True

    def _tell(self, asked: dict[Code, int], differing: dict[str, int]) -> None:
        for code, known in asked.items():
            feed = self._feeds.get(code)
            # An update that came in meanwhile has settled it.
            if feed is not None and code in differing and feed.version == known:
                feed.differs(differing[code])

    def _dropped(self, subject: str) -> None:
        code = subjects.code_of(subject)
        feed = self._feeds.get(code) if code else None
        if feed is not None:
            feed.missed()


def _parts(known: dict[Code, int]) -> Iterator[dict[Code, int]]:
    """Requests of a size that NATS carries."""
    rooms = list(known.items())
    for start in range(0, len(rooms), _ROOMS_A_REQUEST):
        yield dict(rooms[start : start + _ROOMS_A_REQUEST])
