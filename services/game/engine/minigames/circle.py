"""The circle: everybody draws one, the best and the worst are dealt with (ZC-15)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.cards import Card
from services.game.engine.commands import HandInStroke
from services.game.engine.draw import draw
from services.game.engine.faces import FACE
from services.game.engine.minigames.roundness import permille, read_stroke, thinned
from services.game.engine.refusals import Refused
from services.game.engine.table import Circle, Stroke
from services.game.engine.turns import Flow, start_turn

if TYPE_CHECKING:
    from collections.abc import Generator

    from services.game.engine.room import Room

PUT_AWAY = 2
WORST_DRAWS = 2


def begin(room: "Room", by: str, resume: str) -> "Generator[events.Event, None, bool]":
    yield events.CircleStarted(by=by, resume=resume)
    return True


def hand_in(room: "Room", command: HandInStroke) -> Flow:
    """A stroke, once; the circle ends early when everyone still in has handed in."""
    pending = room.round.pending if room.table else None
    if room.phase != "playing" or not isinstance(pending, Circle):
        raise Refused("wrong_phase")
    if command.by not in room.round.playing():
        raise Refused("not_your_turn")
    if any(stroke.seat == command.by for stroke in pending.strokes):
        raise Refused("already_answered")
    points = read_stroke(command.points)
    stroke = Stroke(command.by, permille(points), thinned(points))
    yield events.StrokeHandedIn(seat=command.by, stroke=stroke)
    yield from without(room)


def without(room: "Room") -> Flow:
    """Decides once nobody is waited for, also because somebody left."""
    pending = room.round.pending
    if isinstance(pending, Circle):
        handed_in = {stroke.seat for stroke in pending.strokes}
        if all(seat in handed_in for seat in room.round.playing()):
            yield from decide(room)


def decide(room: "Room") -> Flow:
    """Ties: the earlier submission is better, then seat order from the card's player; no stroke is 0 %."""
    table = room.round
    pending = table.pending
    if not isinstance(pending, Circle):
        raise AssertionError("no circle")
    handed_in = [stroke for stroke in pending.strokes if stroke.seat not in table.out]
    seats = [stroke.seat for stroke in handed_in]
    order = [seat for seat in [pending.by, *table.others(pending.by)] if seat not in table.out]
    silent = [Stroke(seat, 0, []) for seat in order if seat not in seats]
    ranked = sorted(handed_in + silent, key=lambda stroke: -stroke.permille)
    if not ranked[0].permille:
        yield events.CircleDecided(scores=ranked)
    else:
        best, worst = ranked[0].seat, ranked[-1].seat
        yield events.CircleDecided(scores=ranked, best=best, worst=worst, cards=_dearest(room, best))
        yield from draw(room, worst, WORST_DRAWS, "circle")
    if room.phase == "playing":
        yield from start_turn(room, pending.resume)


def _dearest(room: "Room", seat: str) -> list[Card]:
    """Up to 2 of the dearest cards, never the last one."""
    hand = room.round.hands[seat]
    by_value = sorted(hand, key=lambda card: -room.rules.points(FACE[card]))
    return by_value[: max(0, min(PUT_AWAY, len(hand) - 1))]
