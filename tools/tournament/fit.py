"""`python -m tools.tournament.fit`: what a hand is worth, learned from rounds among normal bots."""

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, sqrt
from random import Random
from typing import Annotated

import msgspec
import typer

from services.bots.search.fitted import Weights
from services.bots.search.judge import strengths
from services.game.engine import Room
from services.game.engine.bots import Owed
from services.game.engine.rulesets import RULESETS
from tools.tournament.deal import Deal

_NAMES = Weights.__struct_fields__
_NONE = Weights(**dict.fromkeys(_NAMES, 0.0))
# A strength is linear in its weights: with one weight of 1 and all others 0 it is what the seat has of that.
_ONE_EACH = [msgspec.structs.replace(_NONE, **{name: 1.0}) for name in _NAMES]
# Of a round's positions so many are learned from: neighbours say nearly the same.
_LOOKED_AT = 0.12
_TESTED_ON = 0.2
_EPOCHS = 12
_RATE = 0.1

# A position: what each seat has, and which of them won.
Position = tuple[Sequence[Sequence[float]], int]


class _Watched(Deal):
    """Takes down positions on the way."""

    def __init__(self, ruleset: str, players: int, rng: Random) -> None:
        super().__init__(ruleset, ["normal"] * players, rng.randbytes(32))
        self._chance = rng
        self.seen: list[Mapping[str, Sequence[float]]] = []

    def _next(self, owed: Sequence[Owed]) -> int:
        moves = super()._next(owed)
        if self.room.phase == "playing" and self._chance.random() < _LOOKED_AT:
            self.seen.append(_held(self.room))
        return moves


def _held(room: Room) -> Mapping[str, Sequence[float]]:
    each = [strengths(room, weights) for weights in _ONE_EACH]
    return {seat: [one[seat] for one in each] for seat in each[0]}


def _positions(ruleset: str, rounds: int, rng: Random) -> Iterator[Position]:
    """Of rounds of 2 to 4 players, in order."""
    for number in range(rounds):
        deal = _Watched(ruleset, 2 + number % 3, rng)
        outcome = deal.play()
        if outcome is None:
            continue
        for seats in deal.seen:
            if outcome.winner in seats:
                yield list(seats.values()), list(seats).index(outcome.winner)


def _shares(weights: Sequence[float], held: Sequence[Sequence[float]]) -> list[float]:
    odds = [exp(sum(map(float.__mul__, weights, seat))) for seat in held]
    whole = sum(odds)
    return [each / whole for each in odds]


def _learn(positions: Sequence[Position], rng: Random) -> list[float]:
    """A conditional logit by stochastic gradient, each weight with a pace of its own (Adagrad)."""
    weights, squares = [0.0] * len(_NAMES), [1e-6] * len(_NAMES)
    order = list(positions)
    for _ in range(_EPOCHS):
        rng.shuffle(order)
        for held, winner in order:
            shares = _shares(weights, held)
            for at in range(len(weights)):
                gradient = held[winner][at] - sum(share * seat[at] for share, seat in zip(shares, held, strict=True))
                squares[at] += gradient * gradient
                weights[at] += _RATE * gradient / sqrt(squares[at])
    return weights


def _likelihood(weights: Sequence[float], positions: Sequence[Position]) -> float:
    """Mean logarithm of the share that the winner was given; nearer to 0 is better."""
    return sum(log(_shares(weights, held)[winner]) for held, winner in positions) / len(positions)


def main(
    *,
    ruleset: Annotated[str, typer.Option(help=f"One of {', '.join(sorted(RULESETS))}.")] = "classic108",
    rounds: Annotated[int, typer.Option(min=10, help="Of 2, 3 and 4 normal bots in turn.")] = 3_000,
    seed: Annotated[int, typer.Option()] = 1,
) -> None:
    """Print the weights for services/bots/search/fitted.py, and how much of the uncertainty they explain."""
    rng = Random(seed)
    positions = list(_positions(ruleset, rounds, rng))
    split = round(len(positions) * (1 - _TESTED_ON))
    weights = _learn(positions[:split], rng)
    unseen = positions[split:]
    print(", ".join(f"{name}={weight:.2f}" for name, weight in zip(_NAMES, weights, strict=True)))
    known, guessed = _likelihood(weights, unseen), _likelihood([0.0] * len(_NAMES), unseen)
    print(f"{len(positions)} positions; of those not learned from, {1 - known / guessed:.1%} explained")


if __name__ == "__main__":
    typer.run(main)
