"""`python -m tools.crowd`: no room may wait, also when a bots worker dies."""

import asyncio
import json
import sys
from typing import Annotated

import typer

from tools.crowd.run import Plan, run
from tools.dev import StackError
from tools.load.player import LoadError


def main(  # noqa: PLR0913  one parameter an option
    *,
    rooms: Annotated[int, typer.Option(min=1)] = 200,
    bots: Annotated[int, typer.Option(min=1, max=9, help="In each room, besides the human who keeps it going.")] = 4,
    level: Annotated[str, typer.Option()] = "normal",
    seconds: Annotated[float, typer.Option(min=1)] = 60.0,
    ruleset: Annotated[str, typer.Option()] = "zerocards",
    longest: Annotated[float, typer.Option(help="Seconds a room may stand still.")] = 6.0,
    kill: Annotated[bool, typer.Option(help="Kill one of the two bots workers in the middle.")] = True,
) -> None:
    """Play rooms of bots that do not pause; print figures as JSON. Exit 1 when a room waited too long."""
    plan = Plan(rooms=rooms, bots=bots, level=level, seconds=seconds, ruleset=ruleset, kill=kill)
    try:
        result = asyncio.run(run(plan))
    except (LoadError, StackError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    waited = result.pop("waited")(longest)
    print(json.dumps({**result, "rooms_that_waited": len(waited)}))
    if waited:
        print(f"stood still for more than {longest:g} s: {', '.join(waited)}", file=sys.stderr)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
