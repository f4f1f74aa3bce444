"""`python -m tools.chaos --minutes 10`: break an installation while it is played on; exit 1 on a broken promise."""

import asyncio
import json
import sys
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console
from rich.table import Table

from tools.chaos.load import Size
from tools.chaos.place import WORKERS
from tools.chaos.run import Plan, run
from tools.dev import StackError


def main(  # noqa: PLR0913  one parameter an option
    *,
    minutes: Annotated[float, typer.Option(min=0.01, help="In which faults begin.")] = 1.0,
    rooms: Annotated[int, typer.Option(min=1)] = 12,
    players: Annotated[int, typer.Option(min=1, max=9, help="In each room.")] = 3,
    bots: Annotated[int, typer.Option(min=0, max=9, help="In each room, besides the players.")] = 1,
    seed: Annotated[int, typer.Option(help="Of the faults' choices and the players'.")] = 0,
    only: Annotated[str, typer.Option(help="Parts of the wanted faults' names, with commas.")] = "",
    schemas: Annotated[
        bool, typer.Option("--schemas", help="Two of three workers are of the version after this.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Kill, stop, cut and slow down every part; then check from the clients' own histories that nothing was lost."""
    plan = Plan(
        seconds=minutes * 60,
        size=Size(rooms, players, bots),
        seed=seed,
        only=only,
        planted={WORKERS[1]: "newer_schema"} if schemas else {},
    )
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            result = runner.run(run(plan, say=lambda line: print(line, file=sys.stderr)))
    except StackError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    print(json.dumps(result)) if as_json else _show(result)
    if result["violations"]:
        print("\n".join(result["examples"]), file=sys.stderr)
        raise typer.Exit(1)


def _show(result: dict[str, Any]) -> None:
    table = Table("", "", title=f"{len(result['faults'])} faults in {result['seconds']} s", title_justify="left")
    for name, value in result.items():
        if isinstance(value, int | float):
            table.add_row(name, f"{value:,}")
    for name, count in result["broken"].items():
        table.add_row(name, str(count))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
