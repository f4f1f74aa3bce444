"""`python -m tools.bench.memory`: what 1,000 rooms leave behind once they were created, played and closed."""

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

import grpc
import typer
from redis.asyncio import Redis
from zerocards.game.v1 import game_pb2, game_pb2_grpc

from tools.bench.pipeline import codes, load, measured, serving
from tools.dev import Stack
from tools.load.cpu import memory_mb
from tools.load.figures import broken_promises
from tools.load.session import Plan

GROWTH = 0.1
"""By so much of what it had once it was warm a process may have grown after all rooms."""
_JUDGED_BY_ITS_KEYS = "redis"
_CLOSED_S = 10
_LOOK_S = 0.1
_PARTITION = re.compile(r"^\{p\d+\}:")
_KEPT: Mapping[str, re.Pattern[str]] = {
    "replays": re.compile(r"^\{p\d+\}:log:"),
    "identities": re.compile(r"^session:"),  # of players, not of rooms: for a day
    "gateways": re.compile(r"^gateway:|^\{p\d+\}:at$|^salt:"),
}
"""What may be left."""


async def run(rooms: int, warm_up: int, plan: Plan) -> dict[str, Any]:
    """The figures, and under "faults" what was not as it must be. Raises BenchError, StackError.

    A service collects its garbage at every millionth new object (services/common/run.py): what it has before the first
    time says nothing. So some rooms come before those that count.
    """
    faults: list[str] = []
    memory: list[dict[str, float]] = []
    warm: dict[str, float] = {}
    played = rounds = moves = 0
    async with serving(1) as stack, Redis.from_url(stack.wiring.redis_url, decode_responses=True) as redis:
        pids = stack.pids
        while played < rooms + warm_up:
            figures = await load(plan, stack)
            faults += broken_promises(figures)
            rounds, moves = rounds + figures["rounds"], moves + figures["moves"]
            played += await _close_all(stack, redis)
            memory.append({name: memory_mb(pid) for name, pid in pids.items()})
            warm = warm or (memory[-1] if played >= warm_up else {})
            print(f"{played} rooms: {memory[-1]}", file=sys.stderr)
        left = await _left(redis)
        if stack.pids != pids:
            faults.append("a process ended")
    first, last = memory[0], memory[-1]
    faults += [
        f"{name}: {before} → {last[name]} MB"
        for name, before in warm.items()
        if last[name] > before * (1 + GROWTH) and name != _JUDGED_BY_ITS_KEYS
    ]
    faults += [f"{count} keys like {family}" for family, count in left.items() if family not in _KEPT]
    if not left["replays"]:
        faults.append("no round was played to its end")
    return {
        "rooms": played - warm_up,
        "warm_up": warm_up,
        "rounds": rounds,
        "moves": moves,
        "memory_mb": {name: {"first": first[name], "warm": warm[name], "last": last[name]} for name in first},
        "growth": {name: round(last[name] / before - 1, 3) for name, before in warm.items()},
        "keys": dict(left),
        "faults": faults,
    }


async def _close_all(stack: Stack, redis: Redis) -> int:
    """As an operator would; returns how many there were, once nothing is left of any."""
    opened = await codes(redis)
    async with grpc.aio.insecure_channel(f"{stack.wiring.host}:{stack.wiring.ports.grpc('game-1')}") as channel:
        stub = game_pb2_grpc.GameServiceStub(channel)
        for code in opened:
            await stub.Close(game_pb2.CloseRequest(code=code, operator="memory", reason="measured"))
    async with asyncio.timeout(_CLOSED_S):
        while await codes(redis):
            await asyncio.sleep(_LOOK_S)
    return len(opened)


async def _left(redis: Redis) -> Counter[str]:
    """How many keys there are of each kind; of what should not be there, by an example's name."""
    found: Counter[str] = Counter()
    async for key in redis.scan_iter(count=1_000):
        found[next((kind for kind, pattern in _KEPT.items() if pattern.search(key)), _PARTITION.sub("", key))] += 1
    return found


def main(
    *,
    rooms: Annotated[int, typer.Option(min=1)] = 1_000,
    warm_up: Annotated[int, typer.Option(min=1, help="Rooms before those.")] = 300,
    at_once: Annotated[int, typer.Option(min=1)] = 50,
    players: Annotated[int, typer.Option(min=2, max=10, help="In each room.")] = 2,
    seconds: Annotated[float, typer.Option(min=0.1, help="In which each is played.")] = 4.0,
) -> None:
    """Print the figures as JSON. Exit 1 where a process has grown by more than a tenth, or Redis keeps too much."""
    plan = Plan(url="", rooms=at_once, players=players, seconds=seconds, warm_up_s=0.5)
    result = measured(run(rooms, warm_up, plan))
    print(json.dumps(result))
    if result["faults"]:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
