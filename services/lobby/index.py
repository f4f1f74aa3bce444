"""The open rooms as this process knows them: changes as they are heard, and the whole index read again.

Both may be late. A change carries the room's version, and an older one is ignored: what is known of a closed room
stays for a while as a tombstone, so that nothing late opens it again. A reading is right about everything that was
heard before it began, since Redis had it first; of what was heard since, the higher version counts.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from google.protobuf.message import DecodeError
from zerocards.lobby.v1.lobby_pb2 import LobbyChanged, OpenRoom

from services.common.codes import Code
from services.lobby import metrics
from services.lobby.order import Order

TOMBSTONE_S = 60
"""Longer than any message is late."""


@dataclass(slots=True, frozen=True)
class Known:
    """What was last heard of a room; no `room`: it is closed."""

    version: int
    heard_s: float
    room: OpenRoom | None
    encoded: bytes


class Index:
    """Times are seconds of any clock that only rises."""

    def __init__(self) -> None:
        self.generation = 0
        """Rises with every change."""
        self.newest = Order(newest_first)
        """The listed rooms: those with somebody in them. Until then a room is its creator's, who becomes host."""
        self.fullest = Order(fullest_first)
        """All open rooms."""
        self._known: dict[Code, Known] = {}
        self._changed = asyncio.Event()

    def get(self, code: Code) -> OpenRoom | None:
        """The room, listed or not; None when it is not open."""
        known = self._known.get(code)
        return known.room if known else None

    def changed(self) -> asyncio.Event:
        """Set at the next change; another one each time."""
        return self._changed

    def wake(self) -> None:
        """Lets everyone who waits for a change look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    def hear(self, change: LobbyChanged, encoded: bytes, now_s: float) -> None:
        """Takes a change as it was published, if it is news."""
        known = self._known.get(Code(change.code))
        if known is None or change.version > known.version:
            self._put(change, encoded, now_s)

    def read(self, entries: Mapping[Code, bytes], began_s: float, now_s: float) -> None:
        """Takes the whole index as a reading that began at `began_s` found it."""
        for code, encoded in entries.items():
            known = self._known.get(code)
            if known is not None and known.encoded == encoded:
                continue
            try:
                change = LobbyChanged.FromString(encoded)
            except DecodeError:
                # One room that cannot be shown must not hide the others.
                metrics.UNREADABLE.inc()
                continue
            if known is None or known.heard_s < began_s or change.version > known.version:
                self._put(change, encoded, now_s)
        for code in [code for code in self._known if code not in entries]:
            known = self._known[code]
            if known.room is not None and known.heard_s < began_s:
                self._put(LobbyChanged(code=code, version=known.version), b"", now_s)
            elif known.room is None and known.heard_s < now_s - TOMBSTONE_S:
                del self._known[code]

    def _put(self, change: LobbyChanged, encoded: bytes, now_s: float) -> None:
        before = self.get(Code(change.code))
        after = change.room if change.HasField("room") else None
        self._known[Code(change.code)] = Known(change.version, now_s, after, encoded)
        if before is not None:
            self.fullest.discard(before)
            self.newest.discard(before)
        if after is not None:
            self.fullest.add(after)
            if after.players:
                self.newest.add(after)
        metrics.ROOMS.set(len(self.newest))
        self.generation += 1
        self.wake()


def newest_first(room: OpenRoom) -> tuple[float, float, str]:
    return (-room.created_ms, 0, room.code)


def fullest_first(room: OpenRoom) -> tuple[float, float, str]:
    """By humans; of equals who has waited longest."""
    return (-room.players, room.created_ms, room.code)
