"""A small history in which every promise is kept: one room, two rounds, two players; tests break one thing each."""

from services.game.engine import Room, apply, commands
from services.game.engine.settings import Settings
from services.game.replay_file import Line, Replay, header
from tools.chaos.evidence import EVERYONE, Evidence, Log, RoomEvidence, play_again
from tools.chaos.faults import Happened
from tools.chaos.record import Asked, Away, Record, Shown

STARTED_MS = 1_000_000
"""The round's start by the wall clock. The monotonic clock of this history shows 0 then."""
SEED = bytes(32)
FIRST = 10
"""The version of the log's first line."""


def history() -> Evidence:
    """A round of classic108 in which p1 and p2 draw in turn, once a second."""
    room = _dealt()
    head = header(room)
    lines: list[Line] = []
    while len(lines) < 6:
        seat = room.round.turn
        command: commands.Command = commands.DrawCard(by=seat)
        text = "draw"
        if room.round.has_drawn:
            command, text = commands.PassTurn(by=seat), "pass"
        ms = 1_000 * (len(lines) + 1)
        apply(room, command, ms)
        lines.append(Line(ms, seat, text, FIRST + len(lines), f"{seat}:{len(lines)}"))
    log = Log("1", Replay(head, lines), finished=False)
    play_again(log)
    players = [_player(seat, log) for seat in ("p1", "p2")]
    evidence = RoomEvidence("AAAAAAAA", room, lines[-1].version, lines[-1].ms, "1", [log], players)
    evidence.version_at_calm = FIRST
    return Evidence([evidence], [], since=0, until=lines[-1].ms / 1000)


def _dealt() -> Room:
    room = Room(code="AAAAAAAA", settings=Settings())
    apply(room, commands.CreateRoom(by="", ruleset="classic108", settings={"turn_timer_s": "10"}, seed=SEED), 0)
    for seat, name in enumerate(("Ann", "Ben"), 1):
        apply(room, commands.JoinRoom(by="", player=name, name=name), 0)
        apply(room, commands.ConnectPlayer(by=f"p{seat}", gateway="g", connection=name), 0)
    apply(room, commands.StartGame(by="p1", seed=SEED), 0)
    return room


def _player(seat: str, log: Log) -> Record:
    record = Record(seat, "AAAAAAAA", seat, seats=[seat])
    for step in log.steps:
        line = step.line
        events = step.events.get(seat, step.events[EVERYONE])
        at = line.ms / 1000
        record.shown.append(
            Shown(line.version, at, STARTED_MS + line.ms, full=False, events=events, seat=seat, hand=step.hands[seat])
        )
        if line.who == seat:
            asked = Asked(line.id, line.command, at - 0.1, "accepted", line.version, answered_at=at)
            record.asked.append(asked)
    return record


def fault(kind: str, *targets: str, since: float, until: float) -> Happened:
    """Times in s since the round's start."""
    return Happened(kind, targets, since, STARTED_MS + since * 1000, until, STARTED_MS + until * 1000)


def away(since: float, until: float, gateway: int = 0) -> Away:
    return Away(since, gateway, until)
