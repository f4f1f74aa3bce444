"""The chaos meter and its storms (ZC-24 to ZC-28)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.cards import COLOURS
from services.game.engine.draw import draw
from services.game.engine.rng import Rng

if TYPE_CHECKING:
    from services.game.engine.room import Room

Flow = Generator[events.Event, None, None]

FULL = 12
TREAT_CARDS = 2


def rise(room: "Room", seat: str, points: int) -> Flow:
    """A play's points go on the meter; a full one bursts and is empty again."""
    if not (room.settings.chaos_meter and points):
        return
    chaos = room.round.chaos + points
    yield events.ChaosRaised(chaos=chaos)
    if chaos >= FULL:
        rng = Rng(room.round.seed, room.round.counter)
        kind = room.round.storm or list(STORMS)[rng.below(len(STORMS))]
        yield events.StormBurst(kind=kind, counter=rng.counter)
        yield from STORMS[kind](room, seat)


def _rain(room: "Room", seat: str) -> Flow:
    table = room.round
    for drenched in [*table.others(seat), seat]:
        yield from draw(room, drenched, 1, "rain")


def _cyclone(room: "Room", seat: str) -> Flow:
    yield events.HandsMoved(direction=room.round.direction, reason="cyclone")


def _colour(room: "Room", seat: str) -> Flow:
    table = room.round
    rng = Rng(table.seed, table.counter)
    others = [colour for colour in COLOURS if colour != table.colour]
    colour = others[rng.below(len(others))]
    yield events.ColourChosen(seat="", colour=colour, reason="storm", counter=rng.counter)


def _treat(room: "Room", seat: str) -> Flow:
    """A tie: the first of them in turn order, from the one whose turn is due."""
    table = room.round
    fewest = min([*table.others(seat), seat], key=lambda other: len(table.hands[other]))
    yield from draw(room, fewest, TREAT_CARDS, "treat")


STORMS = {"rain": _rain, "cyclone": _cyclone, "colour": _colour, "treat": _treat}
