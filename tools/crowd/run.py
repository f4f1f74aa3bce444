"""A stack with two bots workers, its rooms full of bots, and the death of a worker in the middle."""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.crowd.watch import Watch
from tools.dev import Options, Stack
from tools.dev.child import Child
from tools.load.figures import Counts
from tools.load.pace import ClosedLoop
from tools.load.room import Room

_LOOK_S = 0.1
_NUDGE_S = 0.25
_READY_S = 30
_AT_A_TIME = 20
_ENV: Mapping[str, str] = {
    "ZEROCARDS_CONNECTIONS_PER_ADDRESS": "0",
    "ZEROCARDS_ROOMS_PER_HOUR": "0",
    "ZEROCARDS_MESSAGES_PER_S": "1000000",
    "ZEROCARDS_MESSAGE_BURST": "1000000",
    "ZEROCARDS_BOTS_PACE": "0",
}


@dataclass(frozen=True)
class Plan:
    """Rooms stand still while no human is connected (COM-21), so each has one, who moves at once, besides its bots."""

    rooms: int
    bots: int
    level: str
    seconds: float
    ruleset: str
    kill: bool


async def run(plan: Plan) -> dict[str, Any]:
    """The figures. The worker dies after half of the time."""
    with tempfile.TemporaryDirectory(prefix="zerocards-crowd-") as directory:
        stack = Stack(Options(data_dir=Path(directory), ports_base=None, env=_ENV))
        async with stack:
            second = stack.wiring.service("bots", stack.logs / "bots-2.log", {**_ENV, "ZEROCARDS_METRICS_PORT": "0"})
            second.start()
            try:
                await second.ready(_READY_S)
                async with _crowded(plan, stack.url) as rooms:
                    return await _measure(plan, rooms, second)
            finally:
                second.kill()


@asynccontextmanager
async def _crowded(plan: Plan, url: str) -> AsyncIterator[list[Room]]:
    counts, pace, rng = Counts(), ClosedLoop(), random.Random(0)
    rooms = [Room(number, 1, counts, pace, rng) for number in range(plan.rooms)]
    players = [player for room in rooms for player in room.players]
    doors = asyncio.Semaphore(_AT_A_TIME)

    async def enter(room: Room, tasks: list[asyncio.Task[None]]) -> None:
        async with doors:
            (player,) = room.players
            await player.connect("ws" + url.removeprefix("http") + "/ws")
            tasks.append(asyncio.create_task(player.run()))
            await room.open(plan.ruleset, {}, [plan.level] * plan.bots)

    async def nudge() -> None:
        while True:
            await asyncio.sleep(_NUDGE_S)
            for player in players:
                await player.nudge()

    tasks = [asyncio.create_task(nudge())]
    try:
        await asyncio.gather(*(enter(room, tasks) for room in rooms))
        for room in rooms:
            await room.play()
        yield rooms
    finally:
        await asyncio.gather(*(player.close() for player in players), return_exceptions=True)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _measure(plan: Plan, rooms: list[Room], second: Child) -> dict[str, Any]:
    def versions() -> dict[str, int]:
        return {room.code: room.history.last for room in rooms}

    started = time.monotonic()
    watch = Watch(versions, started)
    killed_at = None
    while (now := time.monotonic()) < started + plan.seconds:
        if plan.kill and killed_at is None and now > started + plan.seconds / 2:
            second.kill()
            killed_at = round(now - started, 1)
        watch.look(now)
        await asyncio.sleep(_LOOK_S)
    waits = sorted(watch.longest.values())
    return {
        "rooms": plan.rooms,
        "bots": plan.bots,
        "level": plan.level,
        "seconds": plan.seconds,
        "killed_at_s": killed_at,
        "commits_per_s": round(watch.commits / plan.seconds, 1),
        "longest_wait_s": {"median": round(waits[len(waits) // 2], 2), "max": round(waits[-1], 2)},
        "waited": watch.waited,
    }
