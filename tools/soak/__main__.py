"""`python -m tools.soak --games 10000`: games over all rule sets, sizes and settings; exit 1 on any violation."""

import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from services.game.engine.notation import format_command
from tools.soak.checks import PAIRED, Watched
from tools.soak.plans import SIZES, plan

# Games a process takes at a time.
_BATCH = 20
# So many violations are printed in full.
_SHOWN = 5
_WIDTH = 110


@dataclass
class Batch:
    """What came of some games: steps by rule set and size, and what was broken."""

    steps: Counter[tuple[str, int]] = field(default_factory=Counter)
    games: Counter[tuple[str, int]] = field(default_factory=Counter)
    longest: int = 0
    pairs: int = 0
    broken: list[str] = field(default_factory=list)


def main(  # noqa: PLR0913  one parameter an option
    *,
    games: Annotated[int, typer.Option(min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="Of the plans and of every choice.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="The number of the first game, to play one again.")] = 0,
    paired: Annotated[
        float, typer.Option(min=0, max=1, help="The share of games with twins that differ in hidden cards.")
    ] = PAIRED,
    pairs: Annotated[int, typer.Option(min=0, help="So many pairs must have been compared.")] = 0,
    processes: Annotated[int, typer.Option(min=1)] = 2,
) -> None:
    """Plays games by random players and checks the engine's promises after every command."""
    started = time.monotonic()
    batches = [range(at, min(at + _BATCH, first + games)) for at in range(first, first + games, _BATCH)]
    total = Batch()
    console = Console(stderr=True)
    with ProcessPoolExecutor(processes) as pool, console.status("") as status:
        for batch in pool.map(play, batches, [seed] * len(batches), [paired] * len(batches)):
            total.steps += batch.steps
            total.games += batch.games
            total.longest = max(total.longest, batch.longest)
            total.pairs += batch.pairs
            total.broken += batch.broken
            status.update(f"{total.games.total()} of {games} games, {len(total.broken)} violations")
    _print(total, time.monotonic() - started)
    if total.pairs < pairs:
        print(f"only {total.pairs} pairs: more games, or more of them --paired")
    sys.exit(bool(total.broken) or total.pairs < pairs)


def play(numbers: range, seed: int, paired: float = PAIRED) -> Batch:
    """These games, one after the other."""
    batch = Batch()
    for number in numbers:
        watched = Watched(plan(number, seed), paired)
        try:
            watched.play()
        except Exception:  # whatever an engine with a bug may raise
            batch.broken.append("\n".join(_report(number, seed, watched)))
        batch.pairs += watched.pairs
        table = (watched.plan.ruleset, watched.plan.players)
        batch.games[table] += 1
        batch.steps[table] += watched.taken
        batch.longest = max(batch.longest, watched.taken)
    return batch


def _report(number: int, seed: int, watched: Watched) -> Iterator[str]:
    """What is needed to see it again, and where it came from."""
    yield f"game {number}: python -m tools.soak --seed {seed} --first {number} --games 1"
    yield f"  {watched.plan}"
    if watched.last is not None:
        yield f"  at step {watched.taken}, after {watched.last.command.by}: {format_command(watched.last.command)}"
    yield traceback.format_exc(limit=-3)


def _print(total: Batch, seconds: float) -> None:
    sizes = [str(size) for size in SIZES]
    table = Table("rule set", *sizes, "games", "commands")
    for ruleset in sorted({ruleset for ruleset, _ in total.games}):
        played = [total.games[ruleset, size] for size in SIZES]
        commands = sum(total.steps[ruleset, size] for size in SIZES)
        table.add_row(ruleset, *map(str, played), str(sum(played)), str(commands))
    Console(width=_WIDTH).print(table)
    for broken in total.broken[:_SHOWN]:
        print(broken)
    print(
        f"{total.games.total()} games, {total.steps.total()} commands (at most {total.longest} in one), "
        f"{total.pairs} pairs that differ in hidden cards, {seconds:.0f} s, {len(total.broken)} violations"
    )


if __name__ == "__main__":
    typer.run(main)
