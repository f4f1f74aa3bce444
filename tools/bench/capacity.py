"""`python -m tools.bench.capacity`: from what a move costs (the JSON of `tools.bench`) to what so many players need."""

import json
import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

PLAYERS = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Assumed:
    """What a measurement cannot know."""

    moves_per_player_s: float = 0.08
    """A table of four moves once in three seconds."""
    busy: float = 0.6
    """The share of a core at which a process counts as full: above it waiting grows faster than work."""
    connections: int = 5_000
    """On one gateway; its death sends so many players elsewhere."""
    redis_mb_per_room: float = 0.03
    """Room, sessions and replays, with what an append-only rewrite needs beside them."""
    players_per_room: float = 4.0


@dataclass(frozen=True)
class Needed:
    """For so many players at once. Cores are CPU time a second; `redis_shards` and the processes are rounded up."""

    players: int
    moves_per_s: float
    game_workers: int
    gateways: int
    redis_cores: float
    redis_shards: int
    redis_gb: float
    nats_cores: float
    out_mbit_s: float


def needed(measured: Mapping[str, Any], players: int, assumed: Assumed) -> Needed:
    """`measured`: `cpu_us_per_move` by process and `bytes_per_move`, as `tools.bench --json` prints them."""
    moves = players * assumed.moves_per_player_s

    def cores(kind: str) -> float:
        by_process: Mapping[str, float] = measured["cpu_us_per_move"]
        return moves * sum(us for name, us in by_process.items() if name.partition("-")[0] == kind) / 1e6

    redis = cores("redis")
    return Needed(
        players=players,
        moves_per_s=moves,
        game_workers=_processes(cores("game"), assumed.busy),
        gateways=max(_processes(cores("gateway"), assumed.busy), math.ceil(players / assumed.connections)),
        redis_cores=redis,
        redis_shards=max(1, math.ceil(redis / assumed.busy)),
        redis_gb=players / assumed.players_per_room * assumed.redis_mb_per_room / 1_000,
        nats_cores=cores("nats"),
        out_mbit_s=moves * measured["bytes_per_move"] * 8 / 1e6,
    )


def largest_on_one_redis(measured: Mapping[str, Any], assumed: Assumed) -> int:
    """Players at once; Redis carries commits out one after the other, on one core."""
    us = measured["cpu_us_per_move"]["redis"]
    return int(assumed.busy * 1e6 / us / assumed.moves_per_player_s)


def _processes(cores: float, busy: float) -> int:
    """Two at least, so that one may go."""
    return max(2, math.ceil(cores / busy))


def rows(measured: Mapping[str, Any], assumed: Assumed) -> Iterable[tuple[str, ...]]:
    """A heading, then a line for each number of players, as docs/operations.md has them."""
    yield (
        "players",
        "moves/s",
        "game workers",
        "gateways",
        "Redis cores",
        "shards",
        "Redis GB",
        "NATS cores",
        "out, Mbit/s",
    )
    for players in PLAYERS:
        need = needed(measured, players, assumed)
        yield (
            f"{need.players:,}",
            f"{need.moves_per_s:,.0f}",
            str(need.game_workers),
            str(need.gateways),
            f"{need.redis_cores:.2f}",
            str(need.redis_shards),
            f"{need.redis_gb:.2f}",
            f"{need.nats_cores:.2f}",
            f"{need.out_mbit_s:,.0f}",
        )


def main(
    file: Annotated[
        Path | None, typer.Argument(help="What `tools.bench --json` printed; standard input without.")
    ] = None,
    moves: Annotated[float, typer.Option(help="Moves a second of one player.")] = Assumed.moves_per_player_s,
    busy: Annotated[float, typer.Option(help="Share of a core at which a process is full.")] = Assumed.busy,
    connections: Annotated[int, typer.Option(help="Of one gateway.")] = Assumed.connections,
) -> None:
    """Print what 1 k to 1 M players at once need."""
    measured = json.loads(file.read_text() if file else sys.stdin.read())
    assumed = Assumed(moves_per_player_s=moves, busy=busy, connections=connections)
    heading, *lines = rows(measured, assumed)
    table = Table(*heading)
    for line in lines:
        table.add_row(*line)
    Console().print(table)
    print(f"One Redis carries {largest_on_one_redis(measured, assumed):,} players.")


if __name__ == "__main__":
    typer.run(main)
