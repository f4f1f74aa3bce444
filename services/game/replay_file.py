"""A finished round as a file of JSON lines (docs/notation.md, "A game"): written from a room, read into one."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from services.game.engine import Refused, Room, apply, commands
from services.game.engine.events import Event
from services.game.engine.notation import parse_command
from services.game.engine.room import Record, Seat, bot_player
from services.game.engine.settings import CustomRule, read
from services.game.engine.table import Table

# Of the rules: raised when the same seed and commands no longer give the same game.
RULES_VERSION = 1


class HeaderSeat(msgspec.Struct, rename="camel", omit_defaults=True):
    """A seat without its player's name: a replay is no record of people."""

    seat: str
    bot: str = ""
    score: int = 0
    # ms since its player lost the connection; -1 while connected.
    offline: int = -1
    stand_in: bool = False


class HeaderResult(msgspec.Struct, rename="camel", omit_defaults=True):
    """How the round ended; put in once it has."""

    winner: str
    reason: str
    scores: dict[str, int]


class Header(msgspec.Struct, rename="camel", omit_defaults=True):
    """Everything that the round came from."""

    rules: int
    ruleset: str
    settings: dict[str, str]
    seats: list[HeaderSeat]
    host: str
    round: int
    seed: str
    seed_hash: str
    dealer: str = ""
    last_winner: str = ""
    custom_rule: CustomRule | None = None
    result: HeaderResult | None = None


class Line(msgspec.Struct, array_like=True):
    """One commit's command: ms since the start, who, what, the version it made, and the command's id."""

    ms: int
    who: str
    command: str
    version: int
    id: str = ""


class Replay(msgspec.Struct):
    """A file's content."""

    header: Header
    lines: list[Line]


def header(room: Room) -> Header:
    """From the room as the deal left it."""
    table = room.round
    return Header(
        rules=RULES_VERSION,
        ruleset=room.ruleset,
        settings={name: read(room.settings, name) for name in room.rules.defaults},
        seats=[
            HeaderSeat(
                seat=seat.seat,
                bot=seat.bot,
                score=seat.score,
                offline=-1 if seat.connected else room.now - seat.offline_since,
                stand_in=seat.stand_in,
            )
            for seat in room.seats
        ],
        host=room.host,
        round=table.round,
        seed=table.seed.hex(),
        seed_hash=sha256(table.seed).hexdigest(),
        dealer=table.dealer,
        last_winner=room.last_winner,
        custom_rule=room.custom_rule,
    )


def result(room: Room) -> HeaderResult | None:
    """What the header says of the end, once there is one."""
    if room.table is None or (ended := room.table.result) is None:
        return None
    return HeaderResult(ended.winner, ended.reason, {seat.seat: seat.score for seat in room.seats})


def parse(text: str) -> Replay:
    """The replay in a file's text. `rules_changed` for one of other rules, `bad_command` for what is none."""
    first, *rest = text.splitlines() or [""]
    try:
        version = msgspec.json.decode(first).get("rules")
        if version != RULES_VERSION:
            raise Refused("rules_changed")
        lines = [msgspec.json.decode(line, type=Line) for line in rest if line]
        return Replay(msgspec.json.decode(first, type=Header), lines)
    except (msgspec.MsgspecError, AttributeError) as problem:
        raise Refused("bad_command", why=str(problem)) from None


def dealt(head: Header) -> Room:
    """The room once the round is dealt again from the header's seed."""
    room = _before(head)
    if head.round > 1:
        apply(room, commands.StartNextRound(by=head.host, seed=b"", dealer=head.dealer), 0)
    else:
        apply(room, commands.StartGame(by=head.host, seed=b""), 0)
    return room


def _before(head: Header) -> Room:
    """The room as it was just before the deal. Its clock starts at 0."""
    base = Room(code="REPLAY22", ruleset=head.ruleset)
    rules = base.rules
    room = Room(
        code="REPLAY22",
        ruleset=head.ruleset,
        settings=rules.settings(head.settings),
        custom_rule=head.custom_rule,
        seats=[_seat(seat) for seat in head.seats],
        seat_count=max(int(seat.seat[1:]) for seat in head.seats),
        host=head.host,
        next_seed=bytes.fromhex(head.seed),
        last_winner=head.last_winner,
    )
    room.records = {seat.player: Record(name=seat.name) for seat in room.seats}
    if head.round > 1:
        room.phase = "round_over"
        room.table = Table(round=head.round - 1, seed=b"", order=[])
    return room


def _seat(seat: HeaderSeat) -> Seat:
    return Seat(
        seat=seat.seat,
        name=seat.seat,
        player=bot_player(seat.seat) if seat.bot and not seat.stand_in else f"player:{seat.seat}",
        bot=seat.bot,
        connected=seat.offline < 0,
        offline_since=-seat.offline if seat.offline >= 0 else 0,
        score=seat.score,
        agreed=True,
        stand_in=seat.stand_in,
    )


def play(replay: Replay) -> Iterator[tuple[Line | None, Room, list[Event]]]:
    """The room after the deal (no line) and after each line. A line that is refused raises its `Refused`."""
    room = dealt(replay.header)
    yield None, room, []
    for line in replay.lines:
        yield line, room, _play_line(room, line)


def _play_line(room: Room, line: Line) -> list[Event]:
    if not line.who and line.command != "expire":
        return []  # somebody who came to look on: nothing of the round
    command: commands.Command = parse_command(line.command, line.who)
    if isinstance(command, commands.DisconnectPlayer | commands.ConnectPlayer):
        held = room.at(line.who)
        command = type(command)(by=line.who, gateway=held.gateway, connection=held.connection)
    return apply(room, command, line.ms)
