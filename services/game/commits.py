"""From what a command did to a room to all that is written and published for it."""

import os
from collections.abc import Sequence

from msgspec import Struct
from zerocards.game.v1 import game_pb2

from services.game import bot_turns, census, codec, roundlog, updates
from services.game.bot_turns import BotTurn
from services.game.codec import Record, Spoken
from services.game.engine import Room, bots, commands, events, next_deadline
from services.game.engine.room import Seat, Waiting
from services.game.keys import spoke_field
from services.game.requests import SYSTEM, Accepted, Request
from services.game.store import Change

_TOKEN_BYTES = 8


class Commit(Struct, frozen=True):
    """Ready to be written, then published, then answered."""

    change: Change
    update: bytes
    bot_turns: Sequence[BotTurn]
    accepted: Accepted


class Draft:
    """Begun before the command changes the record's room in place: it remembers what must be known of it as it was."""

    def __init__(self, request: Request, record: Record, spoken: list[Spoken], base: int) -> None:
        self._request = request
        self._record = record
        self._spoken = spoken
        self._base = base
        self._gateways = gateways(record.room)
        self._phase = record.room.phase if base else ""
        self._owed = bots.owed(record.room)

    def finish(self, command: commands.Command, happened: list[events.Event]) -> Commit:
        """The commit of what happened; the record is brought up to date for it."""
        request, record, room, version = self._request, self._record, self._record.room, self._base + 1
        accepted = Accepted(version, room.seat_of(request.player), waits(room, request.player))
        entry, record.listed = updates.open_entry(room, version, record.listed)
        log, record.log = roundlog.step(record, request, command, happened, version)
        update = game_pb2.RoomUpdate(
            code=room.code, version=version, committed_ms=room.now, player_id=request.player, closed=room.closed
        )
        if request.session:
            update.id.session, update.id.n = request.session, request.n
        seen = updates.Views(room, room.now)
        record.sent = updates.news(update, room, seen, happened, record.sent)
        after = set() if room.closed else gateways(room)
        change = Change(
            code=request.code,
            base=self._base,
            version=0 if room.closed else version,
            now_ms=room.now,
            token=os.urandom(_TOKEN_BYTES),
            player=request.player,
            due_ms=next_deadline(room),
            open_entry=entry,
            entered=sorted(after - self._gateways),
            left=sorted(self._gateways - after),
            log=log,
            phase=census.PHASES.index(room.phase) if room.phase != self._phase else None,
        )
        if request.session:
            record.speakers, change.forgotten = codec.speakers_after(record.speakers, request.player)
            system = request.kind in SYSTEM
            latest = Spoken(request.session, request.n, version, accepted.seat, accepted.waiting, system)
            change.fields[spoke_field(request.player)] = codec.remember(self._spoken, latest)
        change.fields["s"], change.fields["r"] = codec.SCHEMA, codec.write(record)
        turns = bot_turns.newly_owed(room, self._owed, happened, seen, version)
        return Commit(change, update.SerializeToString(), turns, accepted)


def gateways(room: Room) -> set[str]:
    """Who holds a connection to the room."""
    return {one.gateway for one in connected(room) if one.gateway}


def connected(room: Room) -> list[Seat | Waiting]:
    """Whose connection the room knows: in a seat, or among those who wait for one."""
    return [*(seat for seat in room.seats if seat.connected), *room.waiting]


def waits(room: Room, player: str) -> bool:
    """Whether the player waits for a seat (COM-30)."""
    return room.waiting_of(player) is not None
