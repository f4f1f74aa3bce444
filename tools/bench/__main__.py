"""`python -m tools.bench`: figures to compare commits and machines by."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from tools.bench import compare, engine, report, suite
from tools.bench.pipeline import Setup, measured
from tools.load.figures import broken_promises
from tools.load.session import Plan


def main(  # noqa: PLR0913  one parameter an option
    *,
    rooms: Annotated[int, typer.Option(min=1)] = 50,
    players: Annotated[int, typer.Option(min=1, max=10, help="In each room.")] = 4,
    bots: Annotated[int, typer.Option(min=0, max=9, help="In each room, besides the players; they do not pause.")] = 0,
    bot_level: Annotated[str, typer.Option()] = "normal",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 10.0,
    warm_up: Annotated[float, typer.Option(min=0, help="Seconds of play before that.")] = 3.0,
    rate: Annotated[float, typer.Option(min=0, help="Moves a second over all rooms; 0: saturation.")] = 0.0,
    ruleset: Annotated[str, typer.Option()] = "zerocards",
    setting: Annotated[list[str] | None, typer.Option("--set", help="key=value, as the host would set it.")] = None,
    game_workers: Annotated[int, typer.Option(min=1)] = 1,
    gentle: Annotated[bool, typer.Option(help="At saturation: also at 200 moves a second.")] = True,
    idle: Annotated[int, typer.Option(min=0, help="Connections that only say hello, besides the players'.")] = 0,
    seed: Annotated[int, typer.Option(help="Of the players' choices.")] = 0,
    only_engine: Annotated[bool, typer.Option("--engine", help="Random play in the engine alone, one core.")] = False,
    whole_suite: Annotated[
        bool, typer.Option("--suite", help="Also in more rooms, of fewer and more players, beside idle connections.")
    ] = False,
    write_to: Annotated[
        Path | None, typer.Option("--write", exists=True, dir_okay=False, help="A page whose table is renewed.")
    ] = None,
    compare_with: Annotated[
        Path | None, typer.Option("--compare", exists=True, dir_okay=False, help="The JSON of an earlier run.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Measure; print a table, or JSON. Exit 1 on a broken promise, 2 when nothing could be measured."""
    if only_engine:
        result: dict[str, Any] = engine.measure(players, seconds)
        runs: dict[str, dict[str, Any]] = {}
    else:
        plan = Plan(
            url="",
            rooms=rooms,
            players=players,
            seconds=seconds,
            warm_up_s=warm_up,
            moves_per_s=rate,
            ruleset=ruleset,
            settings=dict(text.split("=", 1) for text in setting or []),
            seed=seed,
            bots=[bot_level] * bots,
        )
        wanted = suite.RUNS if whole_suite else suite.asked(plan, gentle=gentle)
        runs = measured(suite.run(plan, Setup(game_workers, idle), wanted))
        result = {"runs": runs} if whole_suite else suite.flat(runs)
    if as_json:
        print(json.dumps(result))
    if compare_with is not None:
        Console(stderr=as_json).print(compare.table(json.loads(compare_with.read_text()), result))
    elif runs:
        Console(stderr=as_json, width=report.WIDTH).print(report.table(runs))
    else:
        Console(stderr=as_json).print_json(data=result)
    if write_to is not None:
        report.write(write_to, runs, f"{os.cpu_count()} cores, servers on one and clients on another")
    broken = [f"{name}: {what}" for name, figures in runs.items() for what in broken_promises(figures)]
    if broken:
        print("broken: " + ", ".join(broken), file=sys.stderr)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
