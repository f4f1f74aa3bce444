"""What the players of one room saw, and whether it is what was promised (P1, P2, P3)."""

from dataclasses import dataclass, field

import msgspec

from tools.load.frames import decode_events

# How many versions back a player may still lag behind the first who saw one.
_KEPT = 256


@dataclass
class RoomHistory:
    """Every version is one table for everybody."""

    differing: int = 0
    last: int = 0
    _tables: dict[int, int] = field(default_factory=dict)

    def saw(self, version: int, table: msgspec.Raw) -> None:
        if version > self.last:
            self.last = version
            self._tables.pop(version - _KEPT, None)
        digest = hash(bytes(table))
        self.differing += self._tables.setdefault(version, digest) != digest


@dataclass
class PlayerHistory:
    """One player's versions, in the order in which they came."""

    room: RoomHistory
    seat: str = ""
    version: int = 0
    gaps: int = 0
    repeats: int = 0
    resyncs: int = 0
    rollbacks: int = 0
    # Acknowledged moves whose version came without a sign of them, or was passed over in silence.
    lost: int = 0
    acknowledged: int = 0
    _events: dict[int, msgspec.Raw] = field(default_factory=dict)
    # Up to here a whole view stood in for updates that did not come: what happened in them was not told (P3).
    _untold_from: int = 0
    _untold_to: int = 0

    def saw(self, version: int, table: msgspec.Raw, events: msgspec.Raw, *, full: bool) -> bool:
        """Says whether the views are to be taken over; False for what is older and for what leaves a gap."""
        if not full and version <= self.version:
            self.repeats += 1
            return False
        if not full and version != self.version + 1:
            self.gaps += 1
            return False
        self.resyncs += full and self.version > 0
        self.rollbacks += version < self.version
        if full:
            self._untold_from, self._untold_to = self.version + 1, version
        self.version = version
        if table:
            self.room.saw(version, table)
        if events:
            self._events[version] = events
            self._events.pop(version - _KEPT, None)
        return True

    def was_acknowledged(self, version: int) -> None:
        """The move was accepted, and `version` has been seen."""
        self.acknowledged = max(self.acknowledged, version)
        events = self._events.get(version)
        if events is None and self._untold_from <= version <= self._untold_to:
            return
        if events is None or not any(
            self.seat in (event.get("seat"), event.get("by"), event.get("answered"))
            for entry in decode_events(events)
            for event in entry.values()
        ):
            self.lost += 1
