"""`python -m tools.tournament`: bots against bots on duplicate deals."""

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from services.game.engine.rulesets import RULESETS
from tools.tournament.duplicates import play_all
from tools.tournament.figures import figures
from tools.tournament.players import UnknownPlayer, player


def main(
    *,
    ruleset: Annotated[str, typer.Option(help=f"One of {', '.join(sorted(RULESETS))}.")] = "zerocards",
    players: Annotated[str, typer.Option(help="Levels around the table; also random, and hard@<n>ms.")] = "hard,normal",
    games: Annotated[int, typer.Option(min=2, help="Deals; each is played once for every way to sit.")] = 100,
    processes: Annotated[int, typer.Option(min=1)] = 1,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Play; print win rates and points with 95 % intervals, and CPU time per decision."""
    names = players.split(",")
    try:
        for name in names:
            player(name)
    except UnknownPlayer as error:
        print(error, file=sys.stderr)
        raise typer.Exit(2) from error
    if ruleset not in RULESETS or not 2 <= len(names) <= 10:
        print(f"there is no rule set {ruleset}, or not 2 to 10 players", file=sys.stderr)
        raise typer.Exit(2)
    result = {"ruleset": ruleset, **figures(names, list(play_all(ruleset, names, games, processes)))}
    print(json.dumps(result)) if as_json else _show(result)


def _show(result: dict[str, Any]) -> None:
    table = Table(
        title=f"{result['ruleset']}: {result['games']} games of {result['deals']} deals", title_justify="left"
    )
    for name in ("player", "wins", "95 %", "points", "95 %", "p50 ms", "p95 ms", "p99 ms"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for name, one in result["players"].items():
        win, points, cost = one["win"], one["points"], one["decision_ms"]
        table.add_row(
            name,
            *(f"{win['mean']:.1%}", f"{win['low']:.1%}–{win['high']:.1%}"),
            *(f"{points['mean']:.1f}", f"{points['low']:.1f}–{points['high']:.1f}"),
            *(f"{cost[part]:.2f}" if cost else "" for part in ("p50", "p95", "p99")),
        )
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
