"""The replay of a round as it is written: what each commit adds to the log (docs/notation.md, "A game")."""

from collections.abc import Sequence

import msgspec

from services.game import replay_file
from services.game.codec import Record, RunningLog
from services.game.engine import commands, events, notation
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
        log = RunningLog(name=str(room.dealt), started_ms=room.now)
        return LogStep("open", log.name, _text(replay_file.header(room))), log
    if log is None:
        return None, None
    line = _text(
        replay_file.Line(
            ms=room.now - log.started_ms,
            who=command.by,
            command=written(command),
            version=version,
            id=f"{request.session}:{request.n}" if request.session else "",
        )
    )
    if any(isinstance(event, events.RoundEnded) for event in happened):
        ended = replay_file.result(room)
        if ended is None:  # the last human left and those who waited have the room now: no game to look back on
            return LogStep("drop", log.name), None
        return LogStep("finish", log.name, line, _text(ended)), None
    return LogStep("line", log.name, line), log


def written(command: commands.Command) -> str:
    """In notation, for replays and logs: they outlive the room, and people's names do not."""
    return "join" if isinstance(command, commands.JoinRoom) else notation.format_command(command)


def _text(value: object) -> str:
    return _encoder.encode(value).decode()
