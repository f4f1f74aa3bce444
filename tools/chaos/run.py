"""A run: players play, faults happen one after the other, everything comes back, and then it is judged."""

import asyncio
import itertools
import json
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from tools.chaos import checks, snapshot, times
from tools.chaos.evidence import Evidence, play_again
from tools.chaos.faults import Happened, menu, noted
from tools.chaos.load import Room, Size, playing
from tools.chaos.place import WORKERS, Place, running
from tools.chaos.player import Habits
from tools.dev import StackError

CHECKS: Sequence[checks.Check] = (
    checks.acknowledged_commands_are_kept_once,
    checks.others_are_applied_once_or_not_at_all,
    checks.refused_commands_change_nothing,
    checks.repeats_are_answered_alike,
    checks.a_room_has_one_order,
    checks.versions_come_without_a_gap,
    checks.players_see_what_was_decided,
    checks.logs_lead_to_what_redis_holds,
    checks.cards_are_conserved,
    checks.everybody_is_back,
    checks.services_log_no_errors,
    times.timers_fire_neither_early_nor_late,
    times.rooms_live,
    times.updates_are_published,
    times.rooms_pause_shortly,
    times.players_resume_soon,
)
ROLLING = (("game-1", "game-2", "game-3"), dict.fromkeys(("game-2", "game-3"), "newer_schema"))
"""In the middle of a rolling deploy: one worker of this version, and two of the next, of which one may be replaced."""
_WARM_UP_S = 2.0
_BETWEEN_S = 3.0
"""From one fault's end to the next: time to see what it left behind."""
_QUIET_S = 8.0
"""At the start, in which nothing is broken: what is then not as it should be has no excuse."""
_CALM_S = 8.0
"""After the last: within it everything must be back."""
_SHOWN_S = 6.0
_STALL_S = 0.1
_SHOWN_OF_EACH = 5
_LONGEST = 1_000


@dataclass(frozen=True)
class Plan:
    seconds: float
    """In which faults begin."""
    size: Size
    rounds: int = 0
    """So often every wanted fault, however long that takes; 0 for as often as `seconds` allow."""
    seed: int = 0
    habits: Habits = field(default_factory=Habits)
    workers: Sequence[str] = WORKERS
    planted: Mapping[str, str] = field(default_factory=dict)
    """What of `worker.PLANTED` is wrong with which worker."""
    only: str = ""
    """Parts of the names of those faults that are wanted, with commas; empty for all."""


async def run(plan: Plan, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Figures, and what was broken by the name of the check."""
    with tempfile.TemporaryDirectory(prefix="zerocards-chaos-") as directory:
        async with running(Path(directory), workers=plan.workers, planted=plan.planted) as place:
            evidence = await _endure(plan, place, say)
    return judge(evidence)


def judge(evidence: Evidence) -> dict[str, Any]:
    """What the run comes to."""
    broken = {check.__name__: list(check(evidence)) for check in CHECKS}
    asked = [asked for player in evidence.players for asked in player.asked]
    pauses, resumptions = [pause.seconds for pause in times.pauses(evidence)], times.resumptions(evidence)
    lates = [late.late_ms / 1000 for late in times.lates(evidence)]
    return {
        "seconds": round(evidence.until - evidence.since, 1),
        "faults": [str(fault) for fault in evidence.faults],
        "rooms": len(evidence.rooms),
        "commits": sum(room.version for room in evidence.rooms),
        "accepted": sum(one.outcome == "accepted" for one in asked),
        "refused": sum(one.outcome == "refused" for one in asked),
        "unknown": sum(one.outcome == "unknown" for one in asked),
        "unavailable": sum(one.code == "unavailable" for one in asked),
        "asked_again": sum(one.sent > 1 for one in asked),
        "updates_compared": sum(len(player.shown) for player in evidence.players),
        "pauses": len(pauses),
        "pause_p50_s": round(times.quantile(pauses, 0.5), 2),
        "pause_p99_s": round(times.quantile(pauses, 0.99), 2),
        "resumed": len(resumptions),
        "resumed_p99_s": round(times.quantile(resumptions, 0.99), 2),
        "bots_asked_again": times.bots_asked_again(evidence),
        "late_p99_s": round(times.quantile(lates, 0.99), 2),
        "late_max_s": round(max(lates, default=0.0), 2),
        "stalled_s": round(sum(until - since for since, until in evidence.stalls) / 1000, 1),
        "violations": sum(map(len, broken.values())),
        "broken": {name: len(found) for name, found in broken.items() if found},
        "examples": [f"{name}: {text[:_LONGEST]}" for name, found in broken.items() for text in found[:_SHOWN_OF_EACH]],
    }


async def _endure(plan: Plan, place: Place, say: Callable[[str], None]) -> Evidence:
    rng = random.Random(plan.seed)
    happened: list[Happened] = []
    stalls: list[tuple[float, float]] = []
    redis = Redis.from_url(place.stack.wiring.redis_url)
    async with redis, playing(plan.size, place.urls, rng, plan.habits) as rooms, _watching(stalls):
        await asyncio.sleep(_WARM_UP_S)
        since = time.monotonic()
        await asyncio.sleep(_QUIET_S)
        await _break(plan, place, rng, happened, say)
        await asyncio.sleep(_CALM_S)
        say("calm: who is back?")
        at_calm = await snapshot.versions(redis, [room.code for room in rooms])
        await asyncio.sleep(times.STUCK_MS / 1000)
        unseen = await _unseen(redis, rooms)
        until = time.monotonic()
        await _settle(rooms)
        evidence = Evidence([], happened, since, until, stalls)
        with _stopped(place):
            for room in rooms:
                found = await snapshot.take(redis, room.code, [player.record for player in room.players])
                found.version_at_calm = at_calm[room.code]
                found.unseen = unseen[room.code]
                evidence.rooms.append(found)
        evidence.bugs = list(bugs(place.stack.logs))
    for found in evidence.rooms:
        for log in found.logs:
            play_again(log)
    return evidence


async def _break(
    plan: Plan, place: Place, rng: random.Random, happened: list[Happened], say: Callable[[str], None]
) -> None:
    """One fault after the other until the time is over; then the last is awaited."""
    deadline = time.monotonic() + plan.seconds if not plan.rounds else float("inf")
    for _ in range(plan.rounds) if plan.rounds else itertools.count():
        wanted = [fault for fault in menu(place, rng) if any(part in str(fault) for part in plan.only.split(","))]
        if not wanted:
            raise StackError(f"no fault is called {plan.only!r}")
        for fault in wanted:
            if time.monotonic() >= deadline:
                return
            say(str(fault))
            async with noted(happened, fault.kind, fault.targets):
                await fault.do(place)
            await asyncio.sleep(_BETWEEN_S)


async def _unseen(redis: Redis, rooms: Sequence[Room]) -> dict[str, list[str]]:
    """Who was not shown within a few seconds what Redis holds now."""
    now = await snapshot.versions(redis, [room.code for room in rooms])

    def behind(room: Room) -> list[str]:
        return [player.record.name for player in room.players if player.record.version < now[room.code]]

    deadline = time.monotonic() + _SHOWN_S
    while any(map(behind, rooms)) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    return {room.code: behind(room) for room in rooms}


async def _settle(rooms: Sequence[Room]) -> None:
    """Lets every command that is under way be answered."""
    players = [player for room in rooms for player in room.players]
    for player in players:
        player.playing = False
    deadline = time.monotonic() + 20
    while any(player.busy for player in players) and time.monotonic() < deadline:
        await asyncio.sleep(0.05)


class _stopped:  # noqa: N801  reads as a statement
    """No game worker writes while the body runs."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def __enter__(self) -> None:
        for name in self._place.workers:
            self._place.signal(name, signal.SIGSTOP)

    def __exit__(self, *_: object) -> None:
        for name in self._place.workers:
            self._place.signal(name, signal.SIGCONT)


@asynccontextmanager
async def _watching(stalls: list[tuple[float, float]]) -> AsyncIterator[None]:
    """Notes the times in which this process was not let run."""

    async def watch() -> None:
        before = time.time()
        while True:
            await asyncio.sleep(_STALL_S / 2)
            now = time.time()
            if now - before > _STALL_S:
                stalls.append((before * 1000, now * 1000))
            before = now

    task = asyncio.create_task(watch())
    try:
        yield
    finally:
        task.cancel()


def bugs(logs: Path) -> Iterator[str]:
    """What the services logged as errors."""
    for log in sorted(logs.glob("*.log")):
        if log.stem.partition("-")[0] in {"nats", "redis"}:
            continue
        for line in log.read_text(errors="replace").splitlines():
            if line.startswith("{") and json.loads(line)["level"] in {"error", "critical"}:
                yield f"{log.stem}: {line}"
