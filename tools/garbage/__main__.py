"""`python -m tools.garbage`: 200 connections send garbage for a minute; ends with 1 where anybody noticed."""

import asyncio
import json
from typing import Annotated

import typer

from tools.garbage.run import Siege, run


def main(
    connections: Annotated[int, typer.Option(help="Hostile ones, each at an address of its own.")] = 200,
    seconds: Annotated[float, typer.Option()] = 60,
    rooms: Annotated[int, typer.Option(help="Of four players each, who play beside it.")] = 10,
) -> None:
    """Play on a stack of its own, alone and beside garbage; print the figures as JSON."""
    result = asyncio.run(run(Siege(connections=connections, seconds=seconds, rooms=rooms)))
    print(json.dumps(result, indent=2))
    if result["faults"]:
        raise typer.Exit(1)


typer.run(main)
