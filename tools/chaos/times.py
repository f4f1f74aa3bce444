"""The promises that have a clock: when things fell due, how long rooms stood still, how soon players were back."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from services.game.engine import events, next_deadline
from tools.chaos.evidence import Evidence, RoomEvidence, Step
from tools.chaos.faults import Happened, quiet
from tools.chaos.place import GATEWAYS
from tools.chaos.record import Away

LATE_MS = 2_000
"""P4: what is due fires within 2 s of its worker's death."""
STUCK_MS = 5_000
TURN_MS = 10_000
"""The players' turn clock: so long a room may wait for one who sleeps."""
PAUSE_S = 2.0
RESUME_S = 10.0
_RECOVERY_MS = 2_500
"""After Redis, NATS or the last worker has come back, until rooms go on: a lost connection is noticed, a client
dials again, deadlines that fell due meanwhile are claimed one by one."""
_UNTOLD_SHARE = 0.02
_ASKED_AGAIN = events.BotAskedAgain.__name__
"""A bot whose turn was lost: that nothing happened until then is the loss's fault."""

Window = tuple[float, float]


@dataclass(frozen=True)
class Late:
    """Something that fell due and happened later than it should have."""

    code: str
    version: int
    due_ms: float
    """Wall clock."""
    late_ms: float
    """Without the times in which nothing could have been done."""


class Pause(NamedTuple):
    """A time in which nothing was shown of a room, and what ended it."""

    seconds: float
    code: str
    version: int
    ended_by: str

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s in {self.code} until {self.ended_by or 'nothing'} at {self.version}"


def timers_fire_neither_early_nor_late(evidence: Evidence) -> Iterator[str]:
    """P4: within 2 s, but where a worker itself was stopped or cut off; there a room may be late, never stuck."""
    for room in evidence.rooms:
        for log in room.logs:
            for step in log.steps:
                early = step.due_ms is None or step.line.ms < step.due_ms
                if step.line.command == "expire" and (early or not step.happened):
                    yield f"{room.code} at {step.line.version}: fired at {step.line.ms}, due was {step.due_ms}"
    for late in lates(evidence):
        if late.late_ms > STUCK_MS:
            yield f"{late.code} at {late.version}: stuck for {late.late_ms:.0f} ms"
        elif late.late_ms > LATE_MS and not _disturbed(evidence.faults, late):
            yield f"{late.code} at {late.version}: {late.late_ms:.0f} ms late"


def rooms_live(evidence: Evidence) -> Iterator[str]:
    """Once everything is back, every room goes on or waits for its turn clock; nothing is long overdue."""
    for room in evidence.rooms:
        due_ms = next_deadline(room.room)
        left_ms = due_ms - room.now_ms if due_ms is not None else float("inf")
        if left_ms < -STUCK_MS:
            yield f"{room.code}: {-left_ms} ms overdue"
        elif room.version <= room.version_at_calm and left_ms > TURN_MS:
            yield f"{room.code}: nothing has happened since version {room.version_at_calm}"


def updates_are_published(evidence: Evidence) -> Iterator[str]:
    """P3: while nothing is broken, what is committed is told, and no whole view has to make up for it."""
    told = untold = 0
    for room in evidence.rooms:
        for player in room.players:
            for before, shown in zip(player.shown, player.shown[1:], strict=False):
                if quiet(evidence.faults, shown.at) and not _came_back(player.away, shown.at):
                    told += not shown.full
                    untold += shown.full and shown.version > before.version
    if untold > _UNTOLD_SHARE * (told + untold):
        yield f"{untold} of {told + untold} updates in quiet times came as whole views"


def rooms_pause_shortly(evidence: Evidence) -> Iterator[str]:
    """A worker dies: 99 of 100 rooms stand still for no more than 2 s."""
    found = sorted(pauses(evidence), reverse=True)
    if found and quantile([pause.seconds for pause in found], 0.99) > PAUSE_S:
        worst = ", ".join(str(pause) for pause in found if pause.seconds > PAUSE_S)
        yield f"of {len(found)} pauses {worst}"


def players_resume_soon(evidence: Evidence) -> Iterator[str]:
    """A gateway dies: 99 of 100 of its players are back within 10 s."""
    found = resumptions(evidence)
    late = sum(seconds > RESUME_S for seconds in found)
    if late > 0.01 * len(found):
        yield f"{late} of {len(found)} players needed more than {RESUME_S:.0f} s"


def lates(evidence: Evidence) -> Iterator[Late]:
    """Everything that happened after it was due, whatever command came first then."""
    excused = _excused(evidence)
    for room in evidence.rooms:
        for log in room.logs:
            started = room.started_ms(log)
            if started is None:
                continue
            for step in log.steps:
                if step.due_ms is not None and step.line.ms > step.due_ms:
                    window = (started + step.due_ms, started + step.line.ms)
                    yield Late(room.code, step.line.version, window[0], _length(window) - _covered(window, excused))


def pauses(evidence: Evidence) -> list[Pause]:
    """After each death of one worker, for each room: the longest before the next fault."""
    found: list[Pause] = []
    for at, fault in enumerate(evidence.faults):
        if fault.worker_died:
            following = evidence.faults[at + 1].since if at + 1 < len(evidence.faults) else evidence.until
            found += [_longest_pause(room, fault.since, following) for room in evidence.rooms]
    return found


def bots_asked_again(evidence: Evidence) -> dict[str, int]:
    """How often a room had to ask a bot once more, by the last fault before that; "" before any."""
    found: Counter[str] = Counter()
    for room in evidence.rooms:
        for log in room.logs:
            started = room.started_ms(log)
            for step in log.steps:
                if started is not None and _ASKED_AGAIN in step.happened:
                    at = started + step.line.ms
                    before = [fault for fault in evidence.faults if fault.since_ms <= at]
                    found[str(before[-1]) if before else ""] += 1
    return dict(found)


def resumptions(evidence: Evidence) -> list[float]:
    """After each death of a gateway, for each player there: s until the room was shown again."""
    return [
        away.until - away.since
        for fault in evidence.faults
        if fault.kind == "kill" and fault.targets[0] in GATEWAYS
        for player in evidence.players
        for away in player.away
        if GATEWAYS[away.gateway] == fault.targets[0] and fault.since <= away.since <= fault.since + 1
    ]


def quantile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


def _longest_pause(room: RoomEvidence, since: float, until: float) -> Pause:
    """The longest that nothing was shown of it and somebody, or a bot, should have been able to move."""
    first: dict[int, float] = {}
    for player in room.players:
        for shown in player.shown:
            first[shown.version] = min(first.get(shown.version, shown.at), shown.at)
    steps = {step.line.version: step for step in room.steps()}
    times = sorted((at, version) for version, at in first.items())
    longest = Pause(0.0, room.code, 0, "")
    for (earlier, _), (later, version) in zip(times, [*times[1:], (until, 0)], strict=True):
        gap = min(later, until) - max(earlier, since)
        if gap > longest.seconds and earlier < until:
            step = steps.get(version)
            # What came after the next fault is that one's.
            sleeps = any(earlier <= at <= later for player in room.players for at in player.slept)
            seconds = min(gap, _not_waited_for(step, 0 if sleeps else gap, after=max(later - until, 0)))
            longest = max(longest, Pause(seconds, room.code, version, step.line.command if step else ""))
    return longest


def _not_waited_for(step: Step | None, gap: float, after: float) -> float:
    """What of a gap is not explained by what ended it: somebody's time ran out, as it may. All in s."""
    if step is None or step.line.command != "expire" or step.due_ms is None or _ASKED_AGAIN in step.happened:
        return gap
    return (step.line.ms - step.due_ms) / 1000 - after


def _disturbed(faults: Sequence[Happened], late: Late) -> bool:
    """Whether a worker was alive and hindered: it claims what is due and then cannot do it."""
    until = late.due_ms + late.late_ms
    return any(
        not fault.worker_died
        and fault.kind != "restart"
        and any(target.startswith("game-") for target in fault.targets)
        and fault.since_ms < until
        and fault.until_ms > late.due_ms - LATE_MS
        for fault in faults
    )


def _excused(evidence: Evidence) -> list[Window]:
    outages = [(fault.since_ms, fault.until_ms + _RECOVERY_MS) for fault in evidence.faults if fault.stops_rooms]
    return _merged([*outages, *evidence.stalls])


def _merged(windows: Iterable[Window]) -> list[Window]:
    merged: list[Window] = []
    for since, until in sorted(windows):
        if merged and since <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], until))
        else:
            merged.append((since, until))
    return merged


def _length(window: Window) -> float:
    return window[1] - window[0]


def _covered(window: Window, by: Iterable[Window]) -> float:
    return sum(max(min(window[1], until) - max(window[0], since), 0) for since, until in by)


def _came_back(away: Iterable[Away], at: float) -> bool:
    return any(one.since <= at <= one.until + 1 for one in away)
