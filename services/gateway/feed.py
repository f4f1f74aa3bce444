"""One room as this gateway hears of it: its updates and its talk, handed to every connection here that follows it."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol

from nats.aio.subscription import Subscription
from nats.errors import Error
from zerocards.game.v1 import game_pb2
from zerocards.gateway.v1 import socket_pb2

from services.common import subjects
from services.common.arrived import Arrived
from services.common.bus import Bus
from services.common.codes import Code
from services.gateway import answers, metrics
from services.gateway.updates import RenderedUpdate

_PENDING_MSGS = 256
_PENDING_BYTES = 4 * 1024 * 1024


class Follower(Protocol):
    """A connection's side of it."""

    def updated(self, update: RenderedUpdate) -> None:
        """In the order published; what it has seen already comes too."""

    def rolled_back(self) -> None:
        """Redis has lost commits that were published: what was seen no longer counts."""

    def missed(self) -> None:
        """Something may not have arrived: the whole view is needed."""

    def gone(self) -> None:
        """The room is no more."""

    def talked(self, frame: bytes) -> None: ...


class Feed:
    """Two subscriptions, however many follow. `version` is the highest heard of, 0 before any."""

    def __init__(self, code: Code, now: Callable[[], float]) -> None:
        self.code = code
        self.followers: list[Follower] = []
        self.version = 0
        self.heard_at = now()
        """When an update last came in, by the clock given."""
        self._committed_ms = 0.0
        self._now = now
        self._subscribing = asyncio.Lock()
        self._subscriptions: list[Subscription] = []

    async def subscribe(self, bus: Bus) -> None:
        """Returns when it is on its way to the server, before any question that is asked afterwards."""
        async with self._subscribing:
            if self._subscriptions:
                return
            for subject, handler in (
                (subjects.room(self.code), self._on_update),
                (subjects.talk(self.code), self._on_talk),
            ):
                self._subscriptions.append(
                    await bus.subscribe_at_once(
                        subject, handler, pending_msgs=_PENDING_MSGS, pending_bytes=_PENDING_BYTES
                    )
                )

    async def unsubscribe(self) -> None:
        async with self._subscribing:
            for subscription in self._subscriptions:
                # With the connection closed the subscription is gone too.
                with contextlib.suppress(Error):
                    await subscription.unsubscribe()

    def knows(self, version: int, committed_ms: float) -> None:
        """Takes in what a whole view says; called before its reader uses it."""
        if version > self.version:
            self.version, self._committed_ms = version, committed_ms

    def differs(self, version: int) -> None:
        """Takes in what Redis has, which is not `version` as known here."""
        if version == 0:
            self._each(lambda follower: follower.gone())
        elif version < self.version:
            self._roll_back()
        else:
            self.missed()

    def missed(self) -> None:
        """Updates may have been lost on the way here."""
        self._each(lambda follower: follower.missed())

    def _on_update(self, message: Arrived) -> None:
        update = game_pb2.RoomUpdate.FromString(message.data)
        metrics.UPDATES.inc()
        self.heard_at = self._now()
        if update.version <= self.version and update.committed_ms > self._committed_ms and not update.closed:
            # The same version at a later time is another commit: the first is lost just as well.
            self._roll_back()
            return
        self.knows(update.version, update.committed_ms)
        rendered = RenderedUpdate(update)
        self._each(lambda follower: follower.updated(rendered))

    def _on_talk(self, message: Arrived) -> None:
        talked = socket_pb2.Talked.FromString(message.data)
        frame = answers.talked(talked.seat, talked.phrase)
        self._each(lambda follower: follower.talked(frame))

    def _roll_back(self) -> None:
        metrics.ROLLBACKS.inc()
        # Lower than anything to come, so that the whole view which each follower fetches sets it anew.
        self.version, self._committed_ms = 0, 0.0
        self._each(lambda follower: follower.rolled_back())

    def _each(self, tell: Callable[[Follower], None]) -> None:
        # A copy: who is told that the room is gone leaves.
        for follower in tuple(self.followers):
            tell(follower)
