"""A stack with players on it, first alone, then beside garbage; what its logs, its memory and its players say."""

import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.dev import Options, Stack
from tools.load.figures import broken_promises
from tools.load.session import Plan
from tools.load.session import run as play

_WARM = 0.3
"""The share of the time after which a process has all that it will need."""
_GROWTH_MB = 4
_TIMES_ALONE = 5
_MARGIN_S = 60
_SERVERS = ("nats", "redis")
_LIMITS = {
    # Players of the load share one address, and think less than people do.
    "ZEROCARDS_MESSAGES_PER_S": "100",
    "ZEROCARDS_MESSAGE_BURST": "100",
    "ZEROCARDS_ROOMS_PER_HOUR": "0",
    "ZEROCARDS_CONNECTIONS_PER_ADDRESS": "1000",
}


@dataclass(frozen=True)
class Siege:
    connections: int = 200
    seconds: float = 60
    rooms: int = 10
    players: int = 4
    moves_per_s: float = 20
    growth: float = 0.1
    """By so much a process's memory may grow once it is warm, or by 4 MB."""
    p99_ms: float = 1_000
    """What players beside it may wait for a move; or five times what they waited alone, on a machine that is busy."""
    log_lines: int = 200
    """What all services may write meanwhile: whoever sends garbage must not fill the disk."""


async def run(siege: Siege) -> dict[str, Any]:
    """The figures, and under "faults" what was not as it must be."""
    with tempfile.TemporaryDirectory(prefix="zerocards-garbage-") as folder:
        async with Stack(Options(data_dir=Path(folder), ports_base=None, env=_LIMITS)) as stack:
            alone = await play(_plan(siege, stack, siege.seconds / 4))
            before, pids = len(_lines(stack.logs)), stack.pids
            sent, memory, beside = await asyncio.gather(
                _send(stack.url, siege),
                _memory(pids, siege.seconds),
                play(_plan(siege, stack, siege.seconds)),
            )
            logged = _lines(stack.logs)[before:]
            gone = sorted(name for name, pid in pids.items() if stack.pids.get(name) != pid)
    faults = [f"players: {broken}" for broken in broken_promises(beside)]
    faults += [f"{name} ended" for name in gone]
    faults += [f"log: {line[:300]}" for line in logged if _is_fault(line)]
    faults += [
        f"memory of {name}: {warm} → {last} MB" for name, (warm, last) in memory.items() if _grew(siege, warm, last)
    ]
    if beside["stuck_rooms"] or not beside["moves"]:
        faults.append(f"{beside['stuck_rooms']} rooms stood still, {beside['moves']} moves")
    if beside["p99_ms"] > max(siege.p99_ms, _TIMES_ALONE * alone["p99_ms"]):
        faults.append(f"p99 of players: {beside['p99_ms']} ms")
    if len(logged) > siege.log_lines:
        faults.append(f"{len(logged)} lines logged, the last: {logged[-1][:300]}")
    told = (
        "moves",
        "moves_per_s",
        "p50_ms",
        "p99_ms",
        "max_ms",
        "errors",
        "gaps",
        "resyncs",
        "lost_moves",
        "stuck_rooms",
    )
    return {
        "sent": sent,
        "alone": {name: alone[name] for name in told},
        "beside": {name: beside[name] for name in told},
        "memory_mb": memory,
        "log_lines": len(logged),
        "faults": faults,
    }


def _plan(siege: Siege, stack: Stack, seconds: float) -> Plan:
    url = f"ws{stack.url.removeprefix('http')}/ws"
    return Plan(url, siege.rooms, siege.players, seconds, moves_per_s=siege.moves_per_s)


async def _send(url: str, siege: Siege) -> dict[str, int]:
    """In a process of its own, so that the players' clocks do not wait for it."""
    sender = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.garbage.send", "--url", url),
        *("--connections", str(siege.connections), "--seconds", str(siege.seconds)),
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(siege.seconds + _MARGIN_S):
        output, _ = await sender.communicate()
    done: dict[str, int] = json.loads(output)
    return done


async def _memory(pids: Mapping[str, int], seconds: float) -> dict[str, tuple[float, float]]:
    """Of each process in MB: when it was warm, and at the end."""
    await asyncio.sleep(seconds * _WARM)
    warm = {name: _resident_mb(pid) for name, pid in pids.items()}
    await asyncio.sleep(seconds * (1 - _WARM))
    return {name: (warm[name], _resident_mb(pid)) for name, pid in pids.items()}


def _resident_mb(pid: int) -> float:
    """0 for one that is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return 0.0
    return next(
        (round(int(line.split()[1]) / 1024, 1) for line in status.splitlines() if line.startswith("VmRSS")), 0.0
    )


def _grew(siege: Siege, warm: float, last: float) -> bool:
    return last > warm * (1 + siege.growth) and last > warm + _GROWTH_MB


def _lines(logs: Path) -> list[str]:
    """What the services have written so far."""
    return [
        line for log in sorted(logs.glob("*.log")) if log.stem not in _SERVERS for line in log.read_text().splitlines()
    ]


def _is_fault(line: str) -> bool:
    try:
        entry = json.loads(line)
    except json.JSONDecodeError:
        return True
    return entry["level"] in {"error", "critical"} or "exception" in entry
