"""The replay of a round as it is written: what each commit adds to the log (docs/notation.md, "A game")."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from services.game.codec import Record, RunningLog
from services.game.engine import Room, commands, events, notation
from services.game.engine.settings import read
from services.game.requests import Request
from services.game.store import LogStep

_encoder = msgspec.json.Encoder()


def step(
    record: Record, request: Request, command: commands.Command, happened: Sequence[events.Event], version: int
) -> tuple[LogStep | None, RunningLog | None]:
    """What this commit does to the log, and the log that runs after it. The record's room is as the commit left it."""
    room, log = record.room, record.log
    if room.closed:
        return (LogStep("drop", log.name) if log else None), None
    if any(isinstance(event, events.RoundStarted) for event in happened):
        # The seed is in it: nobody but the worker reads a log before its round is over.
        log = RunningLog(name=str(version), started_ms=room.now)
        return LogStep("open", log.name, _text(_header(room))), log
    if log is None:
        return None, None
    command_id = f"{request.session}:{request.n}" if request.session else ""
    line = _text([room.now - log.started_ms, command.by, notation.format_command(command), version, command_id])
    if any(isinstance(event, events.RoundEnded) for event in happened):
        return LogStep("finish", log.name, line), None
    return LogStep("line", log.name, line), log


def _header(room: Room) -> dict[str, object]:
    """What a replay starts from. Seats without names: a replay is no record of people."""
    table = room.round
    return {
        "ruleset": room.ruleset,
        "settings": {name: read(room.settings, name) for name in room.rules.defaults},
        "custom_rule": room.custom_rule,
        "seats": [{"seat": seat.seat, "bot": seat.bot, "score": seat.score} for seat in room.seats],
        "round": table.round,
        "seed": table.seed.hex(),
        "seed_hash": sha256(table.seed).hexdigest(),
    }


def _text(line: object) -> str:
    return _encoder.encode(line).decode()
