"""`python -m tools.bench.scaling`: workers 1 → 2 → 4, gateways 1 → 2, and some of each drained, under load."""

import asyncio
import json
import sys
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console
from rich.table import Table

from tools.bench.scaling.run import Plan, run
from tools.chaos.load import Size


def main(  # noqa: PLR0913  one parameter an option
    *,
    rooms: Annotated[int, typer.Option(min=1)] = 24,
    players: Annotated[int, typer.Option(min=1, max=8, help="In each room, besides a bot.")] = 2,
    seconds: Annotated[float, typer.Option(min=1, help="Of each step.")] = 15.0,
    rooms_at_once: Annotated[int, typer.Option(min=1, help="That a worker has in hand.")] = 1,
    redis_ms: Annotated[float, typer.Option(min=0, help="Further to Redis and back.")] = 2.0,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Scale up and down under load; print a table, or JSON. Exit 1 on a lost game or a command refused for our sake."""
    plan = Plan(Size(rooms, players, bots=1), seconds, rooms_at_once, redis_ms)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(run(plan))
    told: dict[str, Any] = {**vars(result), "steps": [vars(step) for step in result.steps]}
    if as_json:
        print(json.dumps(told))
    else:
        table = Table(*(name.replace("_", "\n") for name in told["steps"][0]))
        for step in told["steps"]:
            table.add_row(*map(str, step.values()))
        Console(width=max(Console().width, 110)).print(table)
        print(*(f"{name}: {value}" for name, value in told.items() if name != "steps"), sep="\n")
    if result.refused_by_us or result.lost_games or result.broken:
        sys.exit(1)


if __name__ == "__main__":
    typer.run(main)
