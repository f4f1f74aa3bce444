"""A run from the first connection to the last check."""

import asyncio
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tools.load.cpu import CpuMeter
from tools.load.figures import Counts, figures
from tools.load.pace import ClosedLoop, FixedRate
from tools.load.player import ANSWER_TIMEOUT_S, Player
from tools.load.room import Room

_NUDGE_S = 0.25
# Connections that are opened at the same time: a gateway's accept queue is no part of what is measured.
_DIALS = 20
# A room in which nobody moved for so long during the measurement counts as stuck.
_STUCK_S = 5.0


@dataclass(frozen=True)
class Plan:
    url: str
    rooms: int
    players: int
    seconds: float
    warm_up_s: float = 2.0
    moves_per_s: float = 0.0  # 0: closed loop
    ruleset: str = "zerocards"
    settings: Mapping[str, str] = field(default_factory=dict)
    pids: Mapping[str, int] = field(default_factory=dict)
    seed: int = 0
    bots: Sequence[str] = ()  # levels of those who join the players of each room
    each: bool = False  # figures of every move, too


async def run(plan: Plan) -> dict[str, Any]:
    """Plays the plan and returns its figures; LoadError when it cannot be played at all."""
    return await _Session(plan).run()


class _Session:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._counts = Counts()
        self._pace = FixedRate(plan.moves_per_s) if plan.moves_per_s else ClosedLoop()
        rng = random.Random(plan.seed)
        self._rooms = [Room(number, plan.players, self._counts, self._pace, rng) for number in range(1, plan.rooms + 1)]

    async def run(self) -> dict[str, Any]:
        tasks: list[asyncio.Task[None]] = []
        try:
            await self._connect(tasks)
            for room in self._rooms:
                await room.open(self._plan.ruleset, self._plan.settings, self._plan.bots)
            tasks += [asyncio.create_task(self._nudge())]
            if isinstance(self._pace, FixedRate):
                tasks += [asyncio.create_task(self._pace.run())]
            for room in self._rooms:
                await room.play()
            await asyncio.sleep(self._plan.warm_up_s)
            result = await self._measure()
            return {**result, **self._describe()}
        finally:
            await asyncio.gather(*(player.close() for player in self._players()), return_exceptions=True)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect(self, tasks: list[asyncio.Task[None]]) -> None:
        dials = asyncio.Semaphore(_DIALS)

        async def dial(player: Player) -> None:
            async with dials:
                await player.connect(self._plan.url)
            tasks.append(asyncio.create_task(player.run()))

        async with asyncio.TaskGroup() as group:
            for player in self._players():
                group.create_task(dial(player))

    async def _measure(self) -> dict[str, Any]:
        meter = CpuMeter(self._plan.pids)
        ours = time.process_time()
        commits = self._commits()
        started = time.perf_counter()
        self._counts.open = True
        stuck = await self._watch_for_stuck(started + self._plan.seconds)
        self._counts.open = False
        commits = self._commits() - commits
        seconds = time.perf_counter() - started
        cpu = meter.taken()
        load_s = time.process_time() - ours
        await self._settle()
        histories = [player.history for player in self._players()]
        result = figures(self._counts, histories, seconds, cpu)
        result["commits_per_s"] = round(commits / seconds, 1)
        result["stuck_rooms"] = stuck
        result["memory_mb"] = meter.memory_mb()
        result["client_busy"] = round(load_s / seconds, 2)
        if self._plan.each:
            result["each"] = list(zip(self._counts.seen_at, self._counts.latencies_ms, strict=True))
        return result

    async def _watch_for_stuck(self, until: float) -> int:
        """Waits; returns how many rooms stood still for 5 s at some time."""
        moved = {room.code: (room.history.last, time.perf_counter()) for room in self._rooms}
        stuck: set[str] = set()
        while (now := time.perf_counter()) < until:
            for room in self._rooms:
                version, since = moved[room.code]
                if room.history.last != version:
                    moved[room.code] = (room.history.last, now)
                elif now - since > _STUCK_S:
                    stuck.add(room.code)
            await asyncio.sleep(min(_NUDGE_S, max(until - now, 0)))
        return len(stuck)

    def _commits(self) -> int:
        """Of moves and of everything else: bots, clocks, rounds."""
        return sum(room.history.last for room in self._rooms)

    async def _settle(self) -> None:
        """Lets every command that is under way be answered."""
        for player in self._players():
            player.stop()
        async with asyncio.timeout(2 * ANSWER_TIMEOUT_S):
            while not all(player.settled for player in self._players()):
                await asyncio.sleep(_NUDGE_S)

    async def _nudge(self) -> None:
        while True:
            await asyncio.sleep(_NUDGE_S)
            for player in self._players():
                await player.nudge()

    def _describe(self) -> dict[str, Any]:
        plan = self._plan
        return {
            "rooms": plan.rooms,
            "players": plan.players,
            "bots": len(plan.bots),
            "ruleset": plan.ruleset,
            "rate": plan.moves_per_s or None,
        }

    def _players(self) -> Iterator[Player]:
        return (player for room in self._rooms for player in room.players)
