"""`python -m tools.bench.beside`: what a client that reads nothing, or sends without end, costs everybody else (P8).

The same rooms, with it and without it in turns: each pair has the same players and the same minute, and the median of
their ratios says what single figures on a busy machine cannot.
"""

import asyncio
import json
import random
import statistics
import sys
import time
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import typer
from redis.asyncio import Redis

from tools.bench.nuisance import HERE, KINDS
from tools.bench.pipeline import ROOM_FOR_LOAD, BenchError, codes, load, measured, serving
from tools.dev import Stack
from tools.load.figures import broken_promises
from tools.load.session import Plan

MOST = 1.1
"""So much longer the others' p99 may be in the median pair."""
_FRAME_LIMITS = ("ZEROCARDS_MESSAGES_PER_S", "ZEROCARDS_MESSAGE_BURST")
# Nobody is let off the limits that keep a flood from the rest.
ENVIRONMENT: Mapping[str, str] = {name: value for name, value in ROOM_FOR_LOAD.items() if name not in _FRAME_LIMITS}
_NICE = ("nice", "-n", "19")
"""Those who are measured share its core."""
_SETTLES_S = 1.0
"""After it has come or gone: nobody's yet."""
_COMES_S = 3.0
_LOOK_S = 0.1
_OPENED_S = 60

Window = tuple[float, float]
"""Since and until, the wall clock's s."""
Each = Sequence[tuple[float, float]]
"""When each move was shown, and after how many ms."""


@dataclass
class Beside:
    """What the pairs of one kind came to."""

    windows: list[tuple[Window, Window]] = field(default_factory=list)
    """Without it and with it."""
    done: Counter[str] = field(default_factory=Counter)
    """What it did and what became of it, over all windows."""

    def figures(self, each: Each) -> dict[str, Any]:
        p99 = [(_p99(each, alone), _p99(each, beside)) for alone, beside in self.windows]
        ratios = [round(beside / alone, 3) for alone, beside in p99]
        return {"median_ratio": statistics.median(ratios), "ratios": ratios, "p99_ms": p99, "it": dict(self.done)}


async def run(plan: Plan, pairs: int, window_s: float) -> dict[str, Any]:
    """The figures by kind, and what the players say of the whole under "players". Raises BenchError, StackError."""
    found = {kind: Beside() for kind in KINDS}
    whole_s = pairs * len(KINDS) * (2 * (window_s + _SETTLES_S) + _COMES_S)
    async with serving(1, ENVIRONMENT) as stack, asyncio.TaskGroup() as group:
        players = group.create_task(load(replace(plan, seconds=whole_s, each=True), stack))
        code = random.Random(plan.seed).choice(await _opened(stack, plan.rooms))
        await asyncio.sleep(plan.warm_up_s)
        for number in range(pairs):
            for kind, beside in found.items():
                # Whichever is first is now one, now the other.
                if number % 2:
                    with_it = await _window(kind, stack, code, window_s, beside.done)
                    alone = await _alone(window_s)
                else:
                    alone = await _alone(window_s)
                    with_it = await _window(kind, stack, code, window_s, beside.done)
                beside.windows.append((alone, with_it))
    figures = players.result()
    told = ("moves", "moves_per_s", "p50_ms", "p99_ms", "servers_busy", "client_busy")
    return {
        **{kind: beside.figures(figures["each"]) for kind, beside in found.items()},
        "players": {name: figures[name] for name in told} | {"broken": broken_promises(figures)},
    }


async def _alone(window_s: float) -> Window:
    await asyncio.sleep(_SETTLES_S)
    since = time.time()
    await asyncio.sleep(window_s)
    return since, time.time()


async def _window(kind: str, stack: Stack, code: str, window_s: float, done: Counter[str]) -> Window:
    """With it in one of the rooms."""
    lasts = ("--seconds", str(window_s + _COMES_S))
    nuisance = await asyncio.create_subprocess_exec(
        *(*_NICE, sys.executable, "-m", "tools.bench.nuisance", kind, "--url", stack.url, "--code", code, *lasts),
        stdout=PIPE,
    )
    if nuisance.stdout is None or (await nuisance.stdout.readline()).decode().strip() != HERE:
        raise BenchError(f"nobody came who is {kind}")
    window = await _alone(window_s)
    said, _ = await nuisance.communicate()
    done.update(json.loads(said))
    return window


async def _opened(stack: Stack, rooms: int) -> list[str]:
    """The rooms' codes, once there are as many as there will be."""
    async with asyncio.timeout(_OPENED_S), Redis.from_url(stack.wiring.redis_url, decode_responses=True) as redis:
        while len(found := await codes(redis)) < rooms:
            await asyncio.sleep(_LOOK_S)
    return sorted(found)


def _p99(each: Each, window: Window) -> float:
    """Raises BenchError where there was nothing to see."""
    since, until = window
    found = sorted(ms for at, ms in each if since <= at <= until)
    if not found:
        raise BenchError("no move in a window")
    return round(found[min(int(len(found) * 0.99), len(found) - 1)], 1)


def main(  # noqa: PLR0913  one parameter an option
    *,
    pairs: Annotated[int, typer.Option(min=1, help="Of each kind.")] = 11,
    rooms: Annotated[int, typer.Option(min=1)] = 50,
    players: Annotated[int, typer.Option(min=2, max=10, help="In each room.")] = 4,
    seconds: Annotated[float, typer.Option(min=0.1, help="With it, and as long without it.")] = 6.0,
    rate: Annotated[float, typer.Option(min=1, help="Moves a second over all rooms.")] = 100.0,
    seed: Annotated[int, typer.Option(help="Of the players' choices.")] = 0,
) -> None:
    """Print the figures as JSON. Exit 1 where the others' p99 grows by more than a tenth, or a promise is broken."""
    plan = Plan(url="", rooms=rooms, players=players, seconds=0, warm_up_s=5, moves_per_s=rate, seed=seed)
    result = measured(run(plan, pairs, seconds))
    print(json.dumps(result))
    if result["players"]["broken"] or any(result[kind]["median_ratio"] > MOST for kind in KINDS):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
