"""`python -m tools.tournament.accept`: what is promised of the bots, measured; exit 1 where it does not hold."""

import asyncio
import json
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from typing import Annotated, Any

import typer

from services.bots.search.budget import DEFAULT_MS
from services.game.engine.rulesets import RULESETS
from tools.crowd.run import Plan
from tools.crowd.run import run as crowd
from tools.dev import StackError
from tools.load.player import LoadError
from tools.tournament.deal import Deal
from tools.tournament.duplicates import play_all
from tools.tournament.figures import figures
from tools.tournament.settings import drawn, rule

_CHEAP_MS = 2.0
_GAMES = 1_000
_GAMES_AT_A_TIME = 20
_MOST_ROUNDS = 500
_CROWD = Plan(rooms=200, bots=4, level="normal", seconds=60.0, ruleset="zerocards", kill=True)
_LONGEST_WAIT_S = 6.0


@dataclass(frozen=True)
class Claim:
    """The first of `players` wins at least this share; `certain`: so it does at the interval's lower end."""

    players: str
    deals: int
    share: float
    certain: float = 0.0


CLAIMS = (
    Claim("normal,easy", 2_000, 0.57),
    Claim("hard,normal", 400, 0.54, certain=0.50),
    Claim("hard,random", 50, 0.70),
    Claim("hard,normal,normal,normal", 150, 0.29),
)


@dataclass(frozen=True)
class Line:
    """One promise: what was wanted, what was found."""

    about: str
    what: str
    wanted: str
    found: str
    holds: bool


PARTS = ("crowd", "games", *(claim.players for claim in CLAIMS))


def main(
    *,
    ruleset: Annotated[list[str] | None, typer.Option(help="Only these.")] = None,
    only: Annotated[list[str] | None, typer.Option(help=f"Only this: {'; '.join(PARTS)}.")] = None,
    scale: Annotated[float, typer.Option(min=0.001, help="Of the deals and games.")] = 1.0,
    processes: Annotated[int, typer.Option(min=1)] = 2,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Print a line for each promise, as it is found, and whether it holds."""
    if unknown := {*(only or ()), *(ruleset or ())} - {*PARTS, *RULESETS}:
        print(f"there is no {', '.join(sorted(unknown))}", file=sys.stderr)
        raise typer.Exit(2)
    held = total = 0
    began = time.monotonic()
    for line in _lines(ruleset or sorted(RULESETS), only or PARTS, scale, processes):
        held, total = held + line.holds, total + 1
        _show(line, time.monotonic() - began, as_json=as_json)
    if not as_json:
        print(f"{held} of {total} hold")
    raise typer.Exit(held < total)


def _lines(rulesets: Sequence[str], parts: Collection[str], scale: float, processes: int) -> Iterator[Line]:
    if "crowd" in parts:
        yield from _crowd()
    for name in rulesets:
        if "games" in parts:
            yield _soundness(name, scale, processes)
        for claim in CLAIMS:
            if claim.players in parts:
                yield from _measured(name, claim, max(round(claim.deals * scale), 2), processes)


def _show(line: Line, after_s: float, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(line) | {"after_s": round(after_s)}), flush=True)
        return
    verdict = "holds" if line.holds else "MISSED"
    print(f"{line.about:11} {line.what:38} {line.wanted:17} {line.found:36} {verdict:7}{after_s:6.0f} s", flush=True)


def _measured(ruleset: str, claim: Claim, deals: int, processes: int) -> Iterator[Line]:
    """Who wins how often, and what a decision of each cost."""
    names = claim.players.split(",")
    found = figures(names, list(play_all(ruleset, names, deals, processes)))
    win = found["players"][names[0]]["win"]
    yield Line(
        ruleset,
        f"{names[0]} against {_others(names[1:])}",
        f"at least {claim.share:.0%}" + (f", surely {claim.certain:.0%}" if claim.certain else ""),
        f"{win['mean']:.1%} ({win['low']:.1%}–{win['high']:.1%}), {deals} deals",
        win["mean"] >= claim.share and win["low"] > claim.certain and not found["refused"],
    )
    for name in dict.fromkeys(names):
        if name != "random":
            yield _cost(ruleset, name, claim, found["players"][name]["decision_ms"])


def _others(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} × {names[0]}"


def _cost(ruleset: str, name: str, claim: Claim, cost: dict[str, Any]) -> Line:
    """CPU time: what else runs on the machine does not count."""
    part, most = ("p95", DEFAULT_MS) if name == "hard" else ("p99", _CHEAP_MS)
    return Line(
        ruleset,
        f"a decision by {name} ({claim.players.count(',') + 1} seats)",
        f"{part} ≤ {most:g} ms",
        f"{cost[part]:.2f} ms, {cost['decisions']} decisions",
        cost[part] <= most,
    )


def _soundness(ruleset: str, scale: float, processes: int) -> Line:
    """Whole games under settings drawn at random: each comes to its end, and no command is refused."""
    games = max(round(_GAMES * scale), 2)
    batches = range(0, games, _GAMES_AT_A_TIME)
    with ProcessPoolExecutor(processes) as pool:
        played = list(pool.map(partial(_batch, ruleset, games), batches))
    rounds, refused = sum(rounds for rounds, _ in played), [line for _, lines in played for line in lines]
    found = f"{len(refused)} in {rounds} rounds" + "".join(f"; {line}" for line in refused[:3])
    return Line(ruleset, f"{games} games under random settings", "0 refused", found, not refused)


def _batch(ruleset: str, games: int, first: int) -> tuple[int, list[str]]:
    played = [
        _game(ruleset, Random(f"{ruleset} {number}")) for number in range(first, min(first + _GAMES_AT_A_TIME, games))
    ]
    return sum(rounds for rounds, _ in played), [line for _, lines in played for line in lines]


def _game(ruleset: str, rng: Random) -> tuple[int, list[str]]:
    """Rounds until the target is reached, and what was refused in them."""
    names = [rng.choice(("easy", "normal")) for _ in range(rng.randint(2, 6))]
    deal = Deal(ruleset, names, rng.randbytes(32), drawn(RULESETS[ruleset], rng), rule(rng))
    refused: list[str] = []
    for number in range(1, _MOST_ROUNDS + 1):
        outcome = deal.play()
        if outcome is None:
            break
        refused = outcome.refused
        if not deal.goes_on():
            return number, refused
    return _MOST_ROUNDS, [*refused, f"no end: {deal.room.settings}"]


def _crowd() -> Iterator[Line]:
    """On a stack of its own, with the death of one of two bots workers after half of the time."""
    what, wanted = f"{_CROWD.rooms} rooms of {_CROWD.bots} bots, a worker dies", f"wait ≤ {_LONGEST_WAIT_S:g} s"
    try:
        found = asyncio.run(crowd(_CROWD))
    except (LoadError, StackError) as error:
        yield Line("all", what, wanted, str(error), holds=False)
        return
    longest = found["longest_wait_s"]
    shown = f"{longest['max']} s, median {longest['median']} s"
    yield Line("all", what, wanted, shown, not found["waited"](_LONGEST_WAIT_S))


if __name__ == "__main__":
    typer.run(main)
