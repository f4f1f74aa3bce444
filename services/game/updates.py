"""What everyone hears of a commit: views encoded once each, left out where they are as they were last sent."""

from collections.abc import Iterable
from hashlib import blake2b

import msgspec
from zerocards.game.v1 import game_pb2
from zerocards.lobby.v1 import lobby_pb2

from services.game.engine import Room, events, views
from services.game.engine.room import Seat

_encoder = msgspec.json.Encoder()


class Views:
    """The views of one state of a room as JSON, each made once."""

    def __init__(self, room: Room, now_ms: int) -> None:
        self._room = room
        self._now_ms = now_ms
        self._seats: dict[str, bytes] = {}
        table = views.table_view(room, now_ms)
        self.room = _encoder.encode(views.room_view(room, now_ms))
        self.table = _encoder.encode(table) if table is not None else b""

    def seat(self, seat: str) -> bytes:
        view = self._seats.get(seat)
        if view is None:
            view = self._seats[seat] = _encoder.encode(views.seat_view(self._room, seat, self._now_ms))
        return view


def news(
    update: game_pb2.RoomUpdate,
    room: Room,
    seen: Views,
    happened: list[events.Event],
    sent: dict[str, bytes],
) -> dict[str, bytes]:
    """Fills in what a commit changed; returns the digests to remember in place of `sent`."""
    digests: dict[str, bytes] = {}

    def unless_sent(name: str, view: bytes) -> bytes:
        digests[name] = blake2b(view, digest_size=8).digest()
        return b"" if sent.get(name) == digests[name] else view

    update.room = unless_sent("room", seen.room)
    if seen.table:
        update.table = unless_sent("table", seen.table)
    update.events = _encoder.encode(events.wire(happened))
    for seat in _with_players(room):
        part = _add(update, seat)
        part.view = unless_sent(seat.seat, seen.seat(seat.seat))
        if events.differs(happened, seat.seat):
            part.events = _encoder.encode(events.wire(happened, seat.seat))
    return digests


def everything(update: game_pb2.RoomUpdate, room: Room, seen: Views, seats: Iterable[str] | None = None) -> None:
    """Fills in every view with those of the seats named (None: of all players), and no events."""
    update.room = seen.room
    update.table = seen.table
    update.events = b"[]"
    for seat in _with_players(room):
        if seats is None or seat.seat in seats:
            _add(update, seat).view = seen.seat(seat.seat)


def open_entry(room: Room, version: int, listed: bytes) -> tuple[bytes | None, bytes]:
    """The lobby index's entry (None: as it was; empty: no longer open) and the digest to remember of it."""
    entry = views.open_room(room)
    if entry is None:
        return (b"" if listed else None), b""
    shown = lobby_pb2.OpenRoom(**msgspec.structs.asdict(entry))
    digest = blake2b(shown.SerializeToString(deterministic=True), digest_size=8).digest()
    if digest == listed:
        return None, listed
    return lobby_pb2.LobbyChanged(code=room.code, room=shown, version=version).SerializeToString(), digest


def _with_players(room: Room) -> list[Seat]:
    """Bots have no socket that would want their view."""
    return [seat for seat in room.seats if seat.player and not seat.left and (not seat.bot or seat.stand_in)]


def _add(update: game_pb2.RoomUpdate, seat: Seat) -> game_pb2.SeatUpdate:
    return update.seats.add(
        seat=seat.seat,
        player_id=seat.player,
        connection=f"{seat.gateway}/{seat.connection}" if seat.connected else "",
    )
