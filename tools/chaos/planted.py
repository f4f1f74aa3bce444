"""`python -m tools.chaos.planted`: each of the four bugs by itself; exit 1 unless chaos finds every one of them."""

import asyncio
import sys
from dataclasses import dataclass
from typing import Annotated

import typer
import uvloop
from rich.console import Console
from rich.table import Table

from tools.chaos.load import Size
from tools.chaos.place import WORKERS
from tools.chaos.player import Habits
from tools.chaos.run import Plan, run
from tools.chaos.worker import PLANTED

_SECONDS = 25.0
# Many at a table, and quick: two workers have one room in hand now and then. And many who ask twice or sleep.
_SIZE = Size(rooms=8, players=4, bots=1)
_HABITS = Habits(think_s=(0.0, 0.1), dozes=0.05, repeats=0.2)


@dataclass(frozen=True)
class Bug:
    name: str
    only: str
    """The faults that bring it to light."""
    finds: frozenset[str]
    """The checks of which one must speak."""


BUGS = (
    Bug(
        "version_check",
        "",
        frozenset(
            {
                "acknowledged_commands_are_kept_once",
                "a_room_has_one_order",
                "logs_lead_to_what_redis_holds",
                "players_see_what_was_decided",
            }
        ),
    ),
    Bug("dedupe", "", frozenset({"repeats_are_answered_alike", "acknowledged_commands_are_kept_once"})),
    Bug("takeover", "kill game-", frozenset({"timers_fire_neither_early_nor_late", "rooms_live"})),
    Bug("publish", "kill bots", frozenset({"updates_are_published"})),
)


def main(bug: Annotated[list[str] | None, typer.Option(help="Only these; all by default.")] = None) -> None:
    """Runs chaos against game workers that each lack one thing which a promise rests upon."""
    table = Table("planted", "found by", "")
    missed = []
    for planted in BUGS:
        if bug and planted.name not in bug:
            continue
        broken = find(planted)
        found = planted.finds & broken.keys()
        missed += [] if found else [planted.name]
        table.add_row(planted.name, ", ".join(f"{name} ({broken[name]})" for name in broken), "" if found else "MISSED")
    Console(width=150).print(table)
    if missed:
        print("not found: " + ", ".join(missed), file=sys.stderr)
        raise typer.Exit(1)


def find(bug: Bug) -> dict[str, int]:
    """What chaos says of workers with that bug: how often each check speaks."""
    if bug.name not in PLANTED:
        raise typer.BadParameter(bug.name)
    plan = Plan(
        seconds=_SECONDS,
        size=_SIZE,
        habits=_HABITS,
        planted=dict.fromkeys(WORKERS, bug.name),
        only=bug.only,
    )
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        broken: dict[str, int] = runner.run(run(plan))["broken"]
    return broken


if __name__ == "__main__":
    typer.run(main)
