"""`python -m tools.tournament.accept`: what is promised of the levels, measured; exit 1 where it does not hold."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Annotated, Any

import typer

from services.bots.search.budget import DEFAULT_MS
from services.game.engine.rulesets import RULESETS
from tools.tournament.deal import Deal
from tools.tournament.duplicates import play_all
from tools.tournament.figures import figures
from tools.tournament.settings import drawn, rule

_CHEAP_MS = 2.0
_GAMES_AT_A_TIME = 50


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
    Claim("hard,random", 100, 0.70),
    Claim("hard,normal,normal,normal", 100, 0.29),
)


def main(
    *,
    ruleset: Annotated[list[str] | None, typer.Option(help="Only these.")] = None,
    scale: Annotated[float, typer.Option(min=0.001, help="Of the deals and games.")] = 1.0,
    processes: Annotated[int, typer.Option(min=1)] = 2,
    searches: Annotated[bool, typer.Option(help="Also what hard bots are to show, which takes hours.")] = True,
) -> None:
    """Print a line of JSON for each claim and rule set, and whether it holds."""
    held = True
    for name in ruleset or sorted(RULESETS):
        lines = [*_soundness(name, scale, processes), *_claims(name, scale, processes, searches=searches)]
        for line in lines:
            held &= line["holds"]
            print(json.dumps(line), flush=True)
    raise typer.Exit(not held)


def _claims(ruleset: str, scale: float, processes: int, *, searches: bool) -> Iterator[dict[str, Any]]:
    for claim in CLAIMS:
        names = claim.players.split(",")
        if "hard" in names and not searches:
            continue
        found = figures(names, list(play_all(ruleset, names, max(round(claim.deals * scale), 2), processes)))
        win = found["players"][names[0]]["win"]
        costs = {name: found["players"][name]["decision_ms"] for name in dict.fromkeys(names) if name != "random"}
        holds = win["mean"] >= claim.share and win["low"] > claim.certain and not found["refused"]
        cheap = all(_is_cheap(name, cost) for name, cost in costs.items())
        yield {
            "ruleset": ruleset,
            "players": claim.players,
            "games": found["games"],
            "win": win,
            "wanted": claim.share,
            "decision_ms": costs,
            "holds": holds and cheap,
        }


def _is_cheap(name: str, cost: dict[str, float]) -> bool:
    return cost["p95"] <= DEFAULT_MS if name == "hard" else cost["p99"] < _CHEAP_MS


def _soundness(ruleset: str, scale: float, processes: int) -> Iterator[dict[str, Any]]:
    """Whole games under settings drawn at random: each comes to its end, and no command is refused."""
    games = max(round(1_000 * scale), 2)
    batches = range(0, games, _GAMES_AT_A_TIME)
    with ProcessPoolExecutor(processes) as pool:
        refused = [line for lines in pool.map(partial(_batch, ruleset, games), batches) for line in lines]
    yield {"ruleset": ruleset, "games": games, "refused": refused[:10], "holds": not refused}


def _batch(ruleset: str, games: int, first: int) -> list[str]:
    return [
        line
        for number in range(first, min(first + _GAMES_AT_A_TIME, games))
        for line in _game(ruleset, Random(f"{ruleset} {number}"))
    ]


def _game(ruleset: str, rng: Random) -> list[str]:
    names = [rng.choice(("easy", "normal")) for _ in range(rng.randint(2, 6))]
    outcome = Deal(ruleset, names, rng.randbytes(32), drawn(RULESETS[ruleset], rng), rule(rng)).play()
    return outcome.refused if outcome is not None else ["no end"]


if __name__ == "__main__":
    typer.run(main)
