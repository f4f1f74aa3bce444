"""The run: steps one after the other, the same players all the time, and their histories judged at the end."""

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from redis.asyncio import Redis

from tools.bench.scaling.figures import OUR_FAULT, AskedSince, Measured, measure
from tools.chaos import checks, snapshot
from tools.chaos.evidence import Evidence, RoomEvidence
from tools.chaos.load import Room, Size, playing
from tools.chaos.place import ENVIRONMENT
from tools.chaos.player import Habits
from tools.chaos.proxy import HOST, listening
from tools.chaos.run import bugs
from tools.dev import Options, Stack
from tools.dev.services import ROOT

WORKERS = ("game-1", "game-2", "game-3", "game-4")
GATEWAYS = ("gateway", "gateway-2")
_CHECKS: Sequence[checks.Check] = (
    checks.acknowledged_commands_are_kept_once,
    checks.refused_commands_change_nothing,
    checks.a_room_has_one_order,
    checks.versions_come_without_a_gap,
    checks.cards_are_conserved,
    checks.services_log_no_errors,
)
_SETTLED_S = 20
_LIVES_S = 10
_THINK_S = (0.02, 0.2)


@dataclass(frozen=True)
class Step:
    """What comes, or is drained, before it is measured."""

    name: str
    adds: tuple[str, ...] = ()
    drains: tuple[str, ...] = ()


STEPS = (
    Step("1 worker, 1 gateway"),
    Step("2 workers, 1 gateway", adds=("game-2",)),
    Step("4 workers, 1 gateway", adds=("game-3", "game-4")),
    Step("4 workers, 2 gateways", adds=("gateway-2",)),
    Step("4 workers, the other gateway", drains=("gateway",)),
    Step("2 workers, the other gateway", drains=("game-1", "game-2")),
)


@dataclass(frozen=True)
class Plan:
    size: Size
    seconds: float
    """Of each step."""
    rooms_at_once: int
    """That a worker has in hand."""
    redis_ms: float
    """From a worker to Redis and back, besides what it takes anyhow."""
    seed: int = 0


@dataclass
class Result:
    steps: list[Measured] = field(default_factory=list)
    refused_by_us: int = 0
    """Commands that were refused in the end, after every retry, for what is our fault."""
    lost_games: list[str] = field(default_factory=list)
    """Rooms that are gone or did not move any more at the end."""
    broken: dict[str, list[str]] = field(default_factory=dict)
    moves: int = 0
    players: int = 0
    resumed: int = 0
    """Of them, those who lost their gateway by the drain and are back in their rooms."""


async def run(plan: Plan) -> Result:
    """All of STEPS, one after the other, and what became of the rooms."""
    async with AsyncExitStack() as exits:
        data = Path(exits.enter_context(tempfile.TemporaryDirectory(prefix="zerocards-scaling-")))
        away = {name: await exits.enter_async_context(listening()) for name in WORKERS}
        options = Options(
            data_dir=data,
            ports_base=None,
            game_workers=len(WORKERS),
            gateways=len(GATEWAYS),
            later=(*WORKERS[1:], *GATEWAYS[1:]),
            # Compiled once for all runs: what starts in the middle of one should not be busy with that.
            env={**ENVIRONMENT, "PYTHONPYCACHEPREFIX": str(ROOT / ".run/compiled")},
            env_of={
                name: {
                    "ZEROCARDS_REDIS_URL": f"redis://{HOST}:{proxy.port}/0",
                    "ZEROCARDS_GAME_ROOMS_AT_ONCE": str(plan.rooms_at_once),
                }
                for name, proxy in away.items()
            },
        )
        stack = Stack(options)
        for proxy in away.values():
            proxy.target = (HOST, stack.wiring.ports.redis)
            exits.enter_context(proxy.delayed(plan.redis_ms / 2 / 1000))
        await exits.enter_async_context(stack)
        return await _play(plan, stack)


async def _play(plan: Plan, stack: Stack) -> Result:
    result = Result()
    doors = [_door(stack, GATEWAYS[0])]
    habits = Habits(think_s=_THINK_S, dozes=0, repeats=0)
    redis = Redis.from_url(stack.wiring.redis_url)
    async with redis, playing(plan.size, doors, random.Random(plan.seed), habits) as rooms:
        asked = AskedSince(rooms)
        for step in STEPS:
            await _change(stack, step, doors)
            result.steps.append(await measure(stack, step.name, plan.seconds, asked))
        result.lost_games += await _dead(redis, rooms)
        await _settle(rooms)
        # Nobody writes any more: what Redis holds now is what the players' records are judged by.
        await stack.drain("bots", *(name for name in WORKERS if name in stack.pids))
        result.broken = await _judge(redis, rooms, stack)
        final = [one for room in rooms for player in room.players for one in player.record.asked]
        result.refused_by_us = sum(one.outcome != "accepted" and one.code in OUR_FAULT for one in final)
        records = [player.record for room in rooms for player in room.players]
        result.players = len(records)
        result.resumed = sum(bool(record.away) and record.away[-1].until < float("inf") for record in records)
        result.moves = sum(one.outcome == "accepted" for one in final)
    return result


async def _change(stack: Stack, step: Step, doors: list[str]) -> None:
    """Doors are where players may go, as a load balancer would have it: to gateways that are ready."""
    await stack.add(*step.adds)
    doors += [_door(stack, name) for name in step.adds if name in GATEWAYS]
    for name in step.drains:
        if name in GATEWAYS:
            doors.remove(_door(stack, name))
    await stack.drain(*step.drains)


def _door(stack: Stack, gateway: str) -> str:
    return f"ws://{HOST}:{stack.wiring.ports.public(gateway)}/ws"


async def _dead(redis: "Redis", rooms: Sequence[Room]) -> list[str]:
    """Rooms in which nothing happens within a few seconds, or that are gone."""
    codes = [room.code for room in rooms]
    before = await snapshot.versions(redis, codes)
    deadline = time.monotonic() + _LIVES_S
    still = list(codes)
    while still and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
        now = await snapshot.versions(redis, still)
        still = [code for code in still if now[code] <= before[code]]
    return still


async def _settle(rooms: Sequence[Room]) -> None:
    players = [player for room in rooms for player in room.players]
    for player in players:
        player.playing = False
    deadline = time.monotonic() + _SETTLED_S
    while any(player.busy for player in players) and time.monotonic() < deadline:
        await asyncio.sleep(0.05)


async def _judge(redis: "Redis", rooms: Sequence[Room], stack: Stack) -> dict[str, list[str]]:
    """The players' own histories against what Redis holds: examples by the check that found them."""
    found: list[RoomEvidence] = [
        await snapshot.take(redis, room.code, [player.record for player in room.players]) for room in rooms
    ]
    evidence = Evidence(found, [], 0, time.monotonic(), [], list(bugs(stack.logs)))
    return {check.__name__: broken for check in _CHECKS if (broken := list(check(evidence))[:3])}
