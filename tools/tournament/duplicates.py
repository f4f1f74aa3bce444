"""Duplicate deals: the same cards for every way to seat the players around the table."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256

from tools.tournament.deal import Deal, Outcome
from tools.tournament.figures import Duplicate


def seatings(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every rotation that differs: two swap seats, one against three sits in each place once."""
    rotations = [tuple(names[at:]) + tuple(names[:at]) for at in range(len(names))]
    return list(dict.fromkeys(rotations))


def play(ruleset: str, names: Sequence[str], number: int) -> Duplicate:
    """Deal `number`, once for each seating."""
    seed = sha256(f"{ruleset} {number}".encode()).digest()
    return [(seated, _whole(Deal(ruleset, seated, seed))) for seated in seatings(names)]


def _whole(deal: Deal) -> Outcome:
    outcome = deal.play()
    if outcome is None:
        raise AssertionError(f"a round without an end: {deal.room.ruleset}, {deal.room.settings}")
    return outcome


def play_all(ruleset: str, names: Sequence[str], deals: int, processes: int) -> Iterator[Duplicate]:
    """As they are finished, in order."""
    one = partial(play, ruleset, names)
    if processes == 1:
        yield from map(one, range(deals))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(one, range(deals))
