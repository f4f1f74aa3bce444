"""What one connection sees of the room it follows: each state once, in order, its own seat's part and no other's.

The first thing sent is the whole view. After it updates follow by versions 1 apart. Two workers' updates may cross on
their way, so one that comes too early is kept for a moment; where one is missing after that the whole view is fetched
again, and what comes in meanwhile is kept until it has been shown (P3).
"""

import asyncio
from typing import Protocol

from zerocards.game.v1 import game_pb2

from services.common import log
from services.common.codes import Code
from services.gateway import answers
from services.gateway.asking import Workers
from services.gateway.feed import Feed
from services.gateway.updates import RenderedUpdate

_KEPT = 64
"""Updates kept while the whole view is on its way; with more of them it is fetched anew."""
_CROSSING_S = 0.05
"""How long a missing update may still be on its way: a worker that has committed publishes within a few ms."""
_PAUSE_S = 0.5
_LOG = log.get()


class Visitor(Protocol):
    """The connection behind it."""

    @property
    def player_id(self) -> str: ...

    @property
    def address(self) -> str:
        """The connection as a seat names its holder: "gateway/connection"."""

    def send(self, frame: bytes) -> None: ...

    def claim(self) -> None:
        """The player has a seat that no connection holds: it should be this one."""

    def room_gone(self, room: "Following") -> None:
        """There is nothing to follow any more."""


class Following:
    """A Follower that shows the room to a visitor."""

    def __init__(self, code: Code, visitor: Visitor, workers: Workers) -> None:
        self.code = code
        self.seat = ""
        self.quiet = False
        """A newer connection holds the seat (COM-31)."""
        self.feed: Feed | None = None
        self._waiting = False
        self._visitor = visitor
        self._workers = workers
        self._version = 0
        self._fetching: asyncio.Task[None] | None = None
        self._kept: list[RenderedUpdate] = []
        self._early: dict[int, RenderedUpdate] = {}
        """By version: ahead of one that has not come yet."""
        self._giving_up: asyncio.TimerHandle | None = None

    def enter(self, seat: str, *, waiting: bool) -> None:
        """Says where the connection is, and shows it."""
        self.seat, self._waiting = seat, waiting
        self._visitor.send(answers.entered(self.code, seat, waiting=waiting))
        self.fetch("entered")

    def take_back(self) -> None:
        """The seat is this connection's again."""
        self.quiet = False
        self.fetch("taken_back")

    def fetch(self, why: str) -> None:
        """Shows the whole view, unless that is about to happen."""
        if self._fetching is None and not self.quiet:
            self._forget_early()
            self._fetching = asyncio.create_task(self._fetch(why))

    def stop(self) -> None:
        """Shows nothing more."""
        self.quiet = True
        self._forget_early()
        self._cancel_fetch()

    def updated(self, update: RenderedUpdate) -> None:
        if self.quiet:
            return
        if update.closed:
            self._visitor.send(update.for_everyone())
            self._visitor.room_gone(self)
        elif self._fetching is None:
            self._take(update)
        elif len(self._kept) < _KEPT:
            self._kept.append(update)

    def rolled_back(self) -> None:
        if self.quiet:
            return
        self._cancel_fetch()
        self._version = 0
        self._visitor.send(answers.notice("rollback"))
        self.fetch("rollback")

    def missed(self) -> None:
        self.fetch("missed")

    def gone(self) -> None:
        self.updated(RenderedUpdate(game_pb2.RoomUpdate(code=self.code, version=self._version, closed=True)))

    def talked(self, frame: bytes) -> None:
        if not self.quiet:
            self._visitor.send(frame)

    def _take(self, update: RenderedUpdate) -> None:
        if update.version > self._version + 1:
            self._wait_for_those_before(update)
        elif update.version > self._version:
            self._show(update)
            if self.quiet:
                self._forget_early()
            elif self._lost_seat(update):
                self.fetch("unseated")
            elif following := self._early.pop(self._version + 1, None):
                self._take(following)
            elif not self._early:
                self._forget_early()

    def _wait_for_those_before(self, update: RenderedUpdate) -> None:
        self._early[update.version] = update
        if self._giving_up is None:
            self._giving_up = asyncio.get_running_loop().call_later(_CROSSING_S, self.fetch, "gap")

    def _forget_early(self) -> None:
        self._early.clear()
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def _lost_seat(self, update: RenderedUpdate) -> bool:
        """Kicked, or given up elsewhere: the whole view tells."""
        return bool(self.seat) and update.seat_of(self._visitor.player_id) is None

    def _show(self, update: RenderedUpdate) -> None:
        seat = update.seat_of(self._visitor.player_id)
        if seat is None:
            frame = update.for_everyone()
        elif seat.connection == self._visitor.address:
            frame = update.for_seat(seat)
        elif seat.connection and self.seat:
            self.quiet = True
            self._visitor.send(answers.notice("taken_over"))
            return
        else:
            frame = update.for_everyone()
            if not seat.connection:
                # A spectator was given a seat (COM-30), or we were taken for dead (P5).
                self._visitor.claim()
        self._version = update.version
        self._visitor.send(frame)

    async def _fetch(self, why: str) -> None:
        try:
            while not await self._shown(why):
                why = "gap"
        finally:
            # After a rollback there may be a younger one already.
            if self._fetching is asyncio.current_task():
                self._fetching = None
                self._kept.clear()

    async def _shown(self, why: str) -> bool:
        """False: it has to be tried again."""
        known = self._version
        self._kept.clear()
        answer = await self._workers.view(self.code, self._visitor.player_id, why)
        if answer.HasField("refusal"):
            if answer.refusal.code == "not_found":
                self.gone()
                return True
            _LOG.warning("no view", room=self.code, refusal=answer.refusal.code)
            await asyncio.sleep(_PAUSE_S)
            return False
        update = RenderedUpdate(answer.update, full=True)
        if self.feed is not None:
            if update.version < known:
                # Read after `known` had been published: Redis has lost it. Everybody here begins again, this too.
                self.feed.differs(update.version)
                return True
            self.feed.knows(update.version, update.committed_ms)
        if answer.seat != self.seat:
            self.seat, self._waiting = answer.seat, self._waiting and not answer.seat
            self._visitor.send(answers.entered(self.code, self.seat, waiting=self._waiting))
        self._show(update)
        return self.quiet or self._caught_up()

    def _caught_up(self) -> bool:
        """Shows what was kept; false where something is missing in between."""
        for update in self._kept:
            if update.version > self._version + 1:
                return False
            if update.version > self._version:
                self._show(update)
                if self._lost_seat(update):
                    return False
        return len(self._kept) < _KEPT

    def _cancel_fetch(self) -> None:
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None
