"""A room's update as a socket's frame: the worker's JSON bytes joined, never decoded (P3, P7)."""

from zerocards.game.v1 import game_pb2

_NO_EVENTS = (b"", b"[]")


class RenderedUpdate:
    """One update for everybody who follows the room here. What all get is joined once."""

    __slots__ = ("_events", "_everyone", "_head", "_seats", "_tail", "closed", "committed_ms", "version")

    def __init__(self, update: game_pb2.RoomUpdate, *, full: bool = False) -> None:
        self.version = update.version
        self.committed_ms = update.committed_ms
        self.closed = update.closed
        head = [b'{"update":{"version":%d,"nowMs":%s' % (update.version, repr(update.committed_ms).encode())]
        if update.room:
            head += b',"room":', update.room
        if update.table:
            head += b',"table":', update.table
        self._head = b"".join(head)
        self._tail = (b',"full":true' if full else b"") + (b',"closed":true' if update.closed else b"") + b"}}"
        self._events = update.events
        self._seats = {seat.player_id: seat for seat in update.seats}
        self._everyone: bytes | None = None

    def seat_of(self, player_id: str) -> game_pb2.SeatUpdate | None:
        """What changed for the seat that this player holds."""
        return self._seats.get(player_id)

    def for_everyone(self) -> bytes:
        """For who watches, and for seats in which nothing changed."""
        if self._everyone is None:
            self._everyone = b"".join((self._head, _events(self._events), self._tail))
        return self._everyone

    def for_seat(self, seat: game_pb2.SeatUpdate) -> bytes:
        """To be given to nobody but the connection that holds the seat."""
        if not seat.view and not seat.events:
            return self.for_everyone()
        view = (b',"seat":', seat.view) if seat.view else ()
        return b"".join((self._head, *view, _events(seat.events or self._events), self._tail))


def _events(events: bytes) -> bytes:
    return b"" if events in _NO_EVENTS else b',"events":' + events
