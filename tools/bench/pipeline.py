"""The whole pipeline under load: a stack on one core, its players in another process on another."""

import asyncio
import json
import resource
import sys
import tempfile
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import typer
from redis.asyncio import Redis

from tools.bench.cores import pinned, split
from tools.bench.idle import idling
from tools.dev import Options, Stack, StackError
from tools.load.cpu import memory_mb
from tools.load.session import Plan

_MARGIN_S = 60
_OPENING_S = 0.02
"""For each player: hundreds of rooms are opened and entered one after the other."""


T = TypeVar("T")


class BenchError(Exception):
    """Nothing could be measured; the message says why."""


def measured(measuring: Coroutine[None, None, T]) -> T:
    """What was measured; a command ends here, with exit code 2, where nothing could be."""
    try:
        return asyncio.run(measuring)
    except (BenchError, StackError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error


async def codes(redis: Redis) -> list[str]:
    """Of all rooms there are."""
    return [key.rpartition(":")[2] async for key in redis.scan_iter(match="*:room:*", count=1_000)]


# The load is hundreds of players at one address who never stop to think.
ROOM_FOR_LOAD: Mapping[str, str] = {
    "ZEROCARDS_CONNECTIONS_PER_ADDRESS": "0",
    "ZEROCARDS_NEWCOMERS_PER_HOUR": "0",
    "ZEROCARDS_ENTRIES_PER_MINUTE": "0",
    "ZEROCARDS_ROOMS_PER_HOUR": "0",
    "ZEROCARDS_PAGES_PER_ADDRESS": "0",
    "ZEROCARDS_MESSAGES_PER_S": "1000000",
    "ZEROCARDS_MESSAGE_BURST": "1000000",
    "ZEROCARDS_BOTS_PACE": "0",
}


@dataclass(frozen=True)
class Setup:
    game_workers: int = 1
    idle: int = 0
    """Connections that only say hello."""


async def measure(plan: Plan, setup: Setup) -> dict[str, Any]:
    """The load's figures with the CPU time of every process of the pipeline. The plan's url and pids are filled in."""
    async with serving(setup.game_workers) as stack:
        before = memory_mb(stack.pids["gateway"])
        async with idling(stack.url, setup.idle):
            after = memory_mb(stack.pids["gateway"])
            result = await load(plan, stack)
    if setup.idle:
        result["idle_kb"] = round((after - before) * 1_000 / setup.idle, 1)
    return {
        **result,
        "idle": setup.idle,
        "game_workers": setup.game_workers,
        "cores_apart": split().apart,
    }


@asynccontextmanager
async def serving(game_workers: int, env: Mapping[str, str] = ROOM_FOR_LOAD) -> AsyncIterator[Stack]:
    """A stack on one core; what is started in the body is on the clients'."""
    cores = split()
    _may_open_many_files()
    with tempfile.TemporaryDirectory(prefix="zerocards-bench-") as directory:
        stack = Stack(Options(data_dir=Path(directory), ports_base=None, game_workers=game_workers, env=env))
        with pinned(cores.servers):
            await stack.start()
        try:
            with pinned(cores.clients):
                yield stack
        finally:
            await stack.stop()


def _may_open_many_files() -> None:
    """As many as the system lets this user: each player has a socket here and one in the gateway."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def load(plan: Plan, stack: Stack) -> dict[str, Any]:
    """One run of players in a process of their own; its figures. Raises BenchError."""
    arguments = [
        *("--url", stack.url, "--rooms", plan.rooms, "--players", plan.players, "--seconds", plan.seconds),
        *(f"--bots={len(plan.bots)}", *(f"--bot-level={level}" for level in plan.bots[:1])),
        *(("--each",) if plan.each else ()),
        *("--warm-up", plan.warm_up_s, "--rate", plan.moves_per_s, "--ruleset", plan.ruleset, "--seed", plan.seed),
        *(part for name, value in plan.settings.items() for part in ("--set", f"{name}={value}")),
        *(part for name, pid in stack.pids.items() for part in ("--pid", f"{name}={pid}")),
    ]
    load = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.load", "--json", *map(str, arguments)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(plan.warm_up_s + plan.seconds + _MARGIN_S + plan.rooms * plan.players * _OPENING_S):
        output, errors = await load.communicate()
    if not output:
        raise BenchError(f"the load gave no figures:\n{errors.decode(errors='replace')}")
    figures: dict[str, Any] = json.loads(output)
    return figures
