"""A finished round played again, position by position, for clients that know no rules: the JSON of proto Positions."""

import gzip

import msgspec

from services.game.engine import Room, events, views
from services.game.engine.cards import Card
from services.game.engine.shapes import SeatInfo
from services.game.replay_file import Line, Replay, play


class Hand(msgspec.Struct, omit_defaults=True):
    """A hand in its order."""

    seat: str
    cards: list[Card] = []


class Position(msgspec.Struct, omit_defaults=True):
    """What a command led to."""

    ms: float
    # Written down at once: the state that it shows goes on changing.
    table: msgspec.Raw
    hands: list[Hand]
    events: msgspec.Raw
    who: str = ""
    command: str = ""


class Positions(msgspec.Struct, rename="camel", omit_defaults=True):
    """All of them."""

    ruleset: str
    settings: dict[str, str]
    seats: list[SeatInfo]
    seed: str
    seed_hash: str
    positions: list[Position]


def positions(replay: Replay) -> Positions:
    """The deal first, then one after each command. Raises `Refused` for a replay that cannot be played."""
    head = replay.header
    return Positions(
        ruleset=head.ruleset,
        settings=head.settings,
        seats=[SeatInfo(seat=seat.seat, name=seat.seat, bot=seat.bot, score=seat.score) for seat in head.seats],
        seed=head.seed,
        seed_hash=head.seed_hash,
        positions=[_position(line, room, happened) for line, room, happened in play(replay)],
    )


def _position(line: Line | None, room: Room, happened: list[events.Event]) -> Position:
    return Position(
        ms=line.ms if line else 0,
        table=msgspec.Raw(msgspec.json.encode(views.table_view(room, room.now))),
        hands=[Hand(seat, list(hand)) for seat, hand in room.round.hands.items()],
        events=msgspec.Raw(msgspec.json.encode(events.wire(happened))),
        who=line.who if line else "",
        command=line.command if line else "",
    )


def packed(replay: Replay) -> bytes:
    """Gzipped JSON: a long round's positions are larger than one message may be."""
    return gzip.compress(msgspec.json.encode(positions(replay)), compresslevel=6, mtime=0)
