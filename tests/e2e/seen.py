"""What one connection was shown of a room: the views as they stand, every update, and whether anything was missed."""

import random
from bisect import bisect_right
from itertools import islice

import msgspec
from zerocards.game.v1.event_pb2 import Event
from zerocards.game.v1.view_pb2 import RoomView, SeatView, TableView
from zerocards.gateway.v1.socket_pb2 import Update

from tools.load.choose import ROOM_VERBS, Command, choose
from tools.load.frames import Seat, decode_frame, decode_table
from tools.load.history import PlayerHistory, RoomHistory


class Seen:
    """`room`, `table` and `seat` are the contract's messages; they are never older than `version`."""

    def __init__(self) -> None:
        self.room = RoomView()
        self.table = TableView()
        self.seat = SeatView()
        self.updates: list[Update] = []
        """All that counted, in the order in which they came."""
        self.closed = False
        self.history = PlayerHistory(RoomHistory())
        # The same once more as the load players read it, who choose among what a view allows.
        self._seat = Seat()
        self._table = msgspec.Raw(b"")

    @property
    def version(self) -> int:
        return self.history.version

    def take(self, update: Update, frame: bytes) -> bool:
        """Takes an update over; false where one before it is missing."""
        if update.closed:
            self.closed = True
            return True
        shown = decode_frame(frame).update
        assert shown is not None
        if not self.history.saw(update.version, shown.table, shown.events, full=update.full):
            return update.version <= self.version
        self.updates.append(update)
        if update.full:
            self.table, self.seat, self._seat = TableView(), SeatView(), Seat()
        if update.HasField("room"):
            self.room = update.room
        if update.HasField("table"):
            self.table, self._table = update.table, shown.table
        if update.HasField("seat"):
            self.seat = update.seat
            self._seat = shown.seat or Seat()
        return True

    def events(self, since: int = 0) -> list[Event]:
        """Of every version after that one."""
        first = bisect_right(self.updates, since, key=lambda update: update.version)
        return [event for update in islice(self.updates, first, None) for event in update.events]

    def choice(self, rng: random.Random, *, between_rounds: bool) -> Command | None:
        """Something that the views allow; None where there is nothing to do."""
        if not self._table:
            return None
        seat = self._seat
        if not between_rounds:
            seat = msgspec.structs.replace(seat, verbs=[verb for verb in seat.verbs if verb not in ROOM_VERBS])
        return choose(seat, decode_table(self._table), rng)
