"""A room's record ⇄ MessagePack: the state, and what the worker must remember with it to answer and to publish."""

import msgspec

from services.game.engine import Room
from services.game.store import Stored

SCHEMA = 1
"""Of the record. Raise it when an older worker could not read what is written, and keep reading the one before."""

_SESSIONS = 4
"""How many page loads of one player are remembered, and how many connections (P1)."""
_PLAYERS = 64
"""How many players' commands a room remembers; who has been silent longest is forgotten first."""


class NewerSchema(Exception):
    """The room was written by a newer worker; only its like may touch it (P6)."""

    def __init__(self, schema: int) -> None:
        super().__init__(f"schema {schema}")
        self.schema = schema


class RunningLog(msgspec.Struct, array_like=True):
    """The log of the round that runs."""

    name: str
    started_ms: int


class Record(msgspec.Struct, array_like=True):
    """What is stored of a room."""

    room: Room
    sent: dict[str, bytes] = {}
    """A digest of each view as last published: by seat, and of "room" and "table"."""
    listed: bytes = b""
    """A digest of the lobby index's entry; empty where the room is not in it."""
    log: RunningLog | None = None
    speakers: list[str] = []
    """The players whose commands are remembered, the longest silent first."""


class Spoken(msgspec.Struct, array_like=True):
    """The last command of one session and its reply."""

    session: str
    n: int
    version: int
    seat: str
    waiting: bool
    system: bool = False
    """Of a connection, by which the gateway speaks for the player: they are counted by themselves."""


_encoder = msgspec.msgpack.Encoder()
_records = msgspec.msgpack.Decoder(Record)
_spoken = msgspec.msgpack.Decoder(list[Spoken])


def read(stored: Stored) -> Record | None:
    """The record, or None where there is no room. Raises NewerSchema."""
    if stored.record is None:
        return None
    if stored.schema > SCHEMA:
        raise NewerSchema(stored.schema)
    return _records.decode(stored.record)


def write(record: Record) -> bytes:
    return _encoder.encode(record)


def read_spoken(stored: Stored) -> list[Spoken]:
    return _spoken.decode(stored.spoke) if stored.spoke else []


def remember(spoken: list[Spoken], latest: Spoken) -> bytes:
    """The player's last sessions with this reply, the latest first.

    However often they lose their connection, no page load of theirs is forgotten for it.
    """
    others = [one for one in spoken if one.session != latest.session]
    alike = [one for one in others if one.system == latest.system]
    return _encoder.encode([latest, *alike[: _SESSIONS - 1], *(one for one in others if one.system != latest.system)])


def speakers_after(speakers: list[str], player: str) -> tuple[list[str], str]:
    """Who is remembered once this player has spoken, and who is forgotten for it."""
    now = [one for one in speakers if one != player]
    forgotten = now.pop(0) if len(now) == _PLAYERS else ""
    return [*now, player], forgotten
