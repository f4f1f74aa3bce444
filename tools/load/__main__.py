"""`python -m tools.load`: load on a running installation."""

import asyncio
import json
import sys
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console
from rich.table import Table

from tools.load.figures import broken_promises
from tools.load.player import LoadError
from tools.load.session import Plan, run


def main(  # noqa: PLR0913  one parameter an option
    *,
    url: Annotated[
        str, typer.Option(envvar="ZEROCARDS_URL", help="Where a browser would go.")
    ] = "http://127.0.0.1:8000",
    rooms: Annotated[int, typer.Option(min=1)] = 10,
    players: Annotated[int, typer.Option(min=1, max=10, help="In each room.")] = 4,
    bots: Annotated[int, typer.Option(min=0, max=9, help="In each room, besides the players.")] = 0,
    bot_level: Annotated[str, typer.Option()] = "normal",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 10.0,
    warm_up: Annotated[float, typer.Option(min=0, help="Seconds of play before that.")] = 2.0,
    rate: Annotated[float, typer.Option(min=0, help="Moves a second over all rooms; 0: as fast as it goes.")] = 0.0,
    ruleset: Annotated[str, typer.Option()] = "zerocards",
    setting: Annotated[list[str] | None, typer.Option("--set", help="key=value, as the host would set it.")] = None,
    pid: Annotated[list[str] | None, typer.Option(help="name=pid of a process whose CPU time counts.")] = None,
    seed: Annotated[int, typer.Option(help="Of the players' choices.")] = 0,
    each: Annotated[
        bool, typer.Option("--each", help="In the JSON: when each move was shown, s, and after how many ms.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Play rooms full of players at random; print what 1,000 accepted moves cost. Exit 1 on a broken promise."""
    plan = Plan(
        url="ws" + url.removeprefix("http").rstrip("/") + "/ws",
        rooms=rooms,
        players=players,
        seconds=seconds,
        warm_up_s=warm_up,
        moves_per_s=rate,
        ruleset=ruleset,
        settings=dict(_pair(text) for text in setting or []),
        pids={name: int(number) for name, number in map(_pair, pid or [])},
        seed=seed,
        bots=[bot_level] * bots,
        each=each,
    )
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            result = runner.run(run(plan))
    except LoadError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    print(json.dumps(result)) if as_json else _show(result)
    if broken := broken_promises(result):
        print("broken: " + ", ".join(broken), file=sys.stderr)
        raise typer.Exit(1)


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"{text!r} is not key=value")
    return key, value


def _show(result: dict[str, Any]) -> None:
    table = Table(title=f"{result['moves']} accepted moves in {result['seconds']} s", title_justify="left")
    table.add_column("per 1,000 accepted moves")
    table.add_column("", justify="right")
    for name, microseconds in result["cpu_us_per_move"].items():
        table.add_row(f"CPU s, {name}", f"{microseconds / 1000:.3f}")
    table.add_row("bytes received", f"{result['bytes_per_move'] * 1000:,}")
    table.add_section()
    for name in (
        "moves_per_s",
        "commits_per_s",
        "p50_ms",
        "p99_ms",
        "max_ms",
        "errors",
        "gaps",
        "resyncs",
        "lost_moves",
        "stuck_rooms",
    ):
        table.add_row(name, str(result[name]))
    for kind, count in [*result["refused"].items(), *result["errors_by_kind"].items()]:
        table.add_row(kind, str(count))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
