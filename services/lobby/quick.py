"""Quick play: the open room with the most humans, or a new one for those who come next."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from zerocards.common.v1.common_pb2 import Refusal
from zerocards.lobby.v1.lobby_pb2 import LobbyChanged, OpenRoom

from services.common.clock import wall_ms
from services.common.codes import Code
from services.lobby import metrics
from services.lobby.index import Index
from services.lobby.opening import Opener

HOLD_S = 5
"""How long somebody sent to a room may take to sit down there."""
_SEATS = 10
"""Of a new room, until its own entry is heard (setting max_players)."""


@dataclass(frozen=True, slots=True)
class Found:
    code: Code
    created: bool


class QuickPlay:
    def __init__(
        self, index: Index, opener: Opener, ruleset: str, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._index = index
        self._opener = opener
        self._ruleset = ruleset
        self._clock_s = clock_s
        self._holds = Holds()
        self._opening = asyncio.Lock()

    async def find(self, ruleset: str, code: Code) -> Found | Refusal:
        """A seat in a room of the rule set ("": any). `code` is for the room to open if there is none.

        The seat is held for this player as far as this process knows. Where another took it all the same, the join is
        refused, and to ask again finds another room.
        """
        opened = self._index.get(code)
        if opened is not None and not opened.players:
            return Found(code, created=True)  # by an earlier try, whose answer was lost
        if found := self._take_seat(ruleset):
            return found
        async with self._opening:
            # Who waited here finds the room that the one before has opened.
            if found := self._take_seat(ruleset):
                return found
            return await self._open(ruleset or self._ruleset, code)

    def _take_seat(self, ruleset: str) -> Found | None:
        now_s = self._clock_s()
        for room in self._index.fullest:
            if ruleset and room.ruleset != ruleset:
                continue
            held = self._holds.count(room, now_s)
            # A room with nobody in it and nobody on the way belongs to its creator.
            if room.players + held > 0 and room.players + room.bots + held < room.max_players:
                self._holds.take(room, now_s)
                metrics.QUICK_PLAYS.labels("found").inc()
                return Found(Code(room.code), created=False)
        return None

    async def _open(self, ruleset: str, code: Code) -> Found | Refusal:
        outcome = await self._opener.open(code, ruleset, {"public": "on"})
        if isinstance(outcome, Refusal):
            metrics.QUICK_PLAYS.labels("refused").inc()
            return outcome
        # The next quick player should not have to wait until this one sits there and the index tells.
        room = OpenRoom(code=code, ruleset=ruleset, max_players=_SEATS, created_ms=wall_ms())
        now_s = self._clock_s()
        self._index.hear(LobbyChanged(code=code, room=room, version=outcome), b"", now_s)
        self._holds.take(room, now_s)
        metrics.QUICK_PLAYS.labels("created").inc()
        return Found(code, created=True)


class Holds:
    """Seats held for players on their way: each until its room has one player more, or its time is up."""

    def __init__(self) -> None:
        self._held: dict[str, deque[tuple[float, int]]] = {}

    def take(self, room: OpenRoom, now_s: float) -> None:
        # All live equally long, so the newest of a room tells whether any of it is left.
        self._held = {code: holds for code, holds in self._held.items() if holds[-1][0] > now_s}
        holds = self._held.setdefault(room.code, deque())
        holds.append((now_s + HOLD_S, room.players + len(holds) + 1))

    def count(self, room: OpenRoom, now_s: float) -> int:
        holds = self._held.get(room.code)
        if holds is None:
            return 0
        while holds and (holds[0][0] <= now_s or holds[0][1] <= room.players):
            holds.popleft()
        if not holds:
            del self._held[room.code]
        return len(holds)
