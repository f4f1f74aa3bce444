"""Playing a world out to the round's end, and what that is worth to a seat."""

from copy import copy
from random import Random

from services.bots.search.judge import chances
from services.bots.search.policy import Taste, step
from services.game.engine import events
from services.game.engine.commands import Command
from services.game.engine.decide import decide
from services.game.engine.evolves import EVOLVE
from services.game.engine.room import Room
from services.game.engine.rounds import hand_value
from services.game.engine.turns import Flow

# Plays of everybody together; who is no further then is judged by the hands.
_MOST_STEPS = 12
# Winning is what counts; the points decide between two ways to win, or to lose.
_POINTS = 0.0004


def fork(room: Room) -> Room:
    """A copy to play on: what a play-out changes in place is its own."""
    twin = copy(room)
    table = twin.table = copy(room.round)
    table.hands = {seat: list(hand) for seat, hand in table.hands.items()}
    table.draw = list(table.draw)
    table.discard = list(table.discard)
    table.out = dict(table.out)
    table.called = list(table.called)
    table.closed = []
    table.caught = {}
    table.frozen = list(table.frozen)
    table.bomb = copy(table.bomb)
    table.reveals = []
    table.lacks = {}
    table.shown = {}
    return twin


def value(world: Room, seat: str, first: Command | None, liked: Taste, seed: int) -> float:
    """About 0–1: how the round ends for the seat if it does this now, or lets it be. The world is left as it is."""
    room = fork(world)
    rng = Random(seed)
    ended = _run(room, decide(room, first)) if first is not None else None
    for _ in range(_MOST_STEPS):
        if ended is not None:
            return _won(room, seat, ended)
        ended = _run(room, step(room, liked, rng))
    return _won(room, seat, ended) if ended is not None else chances(room, seat)


def _run(room: Room, flow: Flow) -> events.RoundEnded | None:
    """The end, if it comes: it is not applied, so that the scores stay those of the world.

    Nobody remembers what happens in a play-out: the events are applied without the memory.
    """
    for event in flow:
        if isinstance(event, events.RoundEnded):
            return event
        EVOLVE[type(event)](room, event)
    return None


def _won(room: Room, seat: str, ended: events.RoundEnded) -> float:
    points = ended.points.get(seat, 0)
    if room.settings.scoring == "low_total":
        return (ended.winner == seat) - _POINTS * points
    if not ended.winner:
        return 1 / len(room.round.order)
    if ended.winner == seat:
        return 1 + _POINTS * points
    return -_POINTS * hand_value(room, seat)
