"""All that is judged afterwards: the players' records, the rooms as Redis holds them, the faults and when they were."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from services.game.engine import Refused, Room, events, next_deadline
from services.game.replay_file import Line, Replay, play
from tools.chaos.faults import Happened
from tools.chaos.record import Record

_encode = msgspec.json.Encoder().encode
EVERYONE = ""


@dataclass(frozen=True)
class Step:
    """A line of a log, and what the rules say came of it. Times are ms since the round's start."""

    line: Line
    due_ms: int | None
    """The room's deadline before it."""
    events: Mapping[str, bytes]
    """What each seat is told, and EVERYONE else."""
    hands: Mapping[str, tuple[str, ...]]
    happened: Sequence[str]
    """The events' kinds, those among them that nobody is told."""


@dataclass
class Log:
    """One round as it was written down."""

    name: str
    replay: Replay
    finished: bool
    steps: list[Step] = field(default_factory=list)
    end: Room | None = None
    fault: str = ""
    """Why it cannot be played again."""

    @property
    def lines(self) -> Sequence[Line]:
        return self.replay.lines


@dataclass
class RoomEvidence:
    code: str
    room: Room
    """As Redis holds it in the end."""
    version: int
    now_ms: int
    """Redis time at that reading."""
    running_log: str
    """The name of the log of the round that runs; empty between two."""
    logs: list[Log]
    players: list[Record]
    version_at_calm: int = 0
    """Once the last fault was over and everything had had time to come back."""
    unseen: list[str] = field(default_factory=list)
    """Players who were not shown in time what Redis had then."""

    @cached_property
    def committed_ms(self) -> dict[int, float]:
        """When each version was committed, Redis time, as somebody was told."""
        return {shown.version: shown.committed_ms for player in self.players for shown in player.shown}

    def started_ms(self, log: Log) -> float | None:
        """When the round began; None where nobody was shown any of it."""
        for line in log.lines:
            if line.version in self.committed_ms:
                return self.committed_ms[line.version] - line.ms
        return None

    def steps(self) -> Iterator[Step]:
        for log in self.logs:
            yield from log.steps


@dataclass
class Evidence:
    rooms: list[RoomEvidence]
    faults: list[Happened]
    since: float
    """When the first fault could have been, monotonic s."""
    until: float
    """When the players stopped."""
    stalls: list[tuple[float, float]] = field(default_factory=list)
    """Times in which this machine gave us no CPU, wall ms: then nobody else had it either."""
    bugs: list[str] = field(default_factory=list)
    """What the services logged as errors."""

    @property
    def players(self) -> Iterator[Record]:
        return (player for room in self.rooms for player in room.players)


def play_again(log: Log) -> None:
    """Fills in the steps and the end. What the rules refuse is the log's fault."""
    due: int | None = None
    try:
        for line, room, happened in play(log.replay):
            if line is not None:
                log.steps.append(_step(line, due, room, happened))
            due = next_deadline(room)
            log.end = room
    except Refused as refused:
        done = len(log.steps)
        log.fault = f"line {done + 1}, {log.lines[done]}, is refused with {refused.code}"


def _step(line: Line, due: int | None, room: Room, happened: list[events.Event]) -> Step:
    told = {EVERYONE: _encode(events.wire(happened))}
    for seat in room.seats:
        if events.differs(happened, seat.seat):
            told[seat.seat] = _encode(events.wire(happened, seat.seat))
    hands = {seat: tuple(hand) for seat, hand in room.round.hands.items()} if room.table is not None else {}
    return Step(line, due, told, hands, [type(event).__name__ for event in happened])
