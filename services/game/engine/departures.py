"""Leaving in the middle of a round: what waited on the leaver resolves as if their time had run out (COM-20)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.draw import returned
from services.game.engine.minigames import circle, duel
from services.game.engine.play import name_any_colour
from services.game.engine.rounds import end_round
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack
from services.game.engine.turns import Flow, start_turn

if TYPE_CHECKING:
    from services.game.engine.room import Room


def leave_round(room: "Room", seat: str) -> Flow:
    """The hand goes into the draw pile; one player left wins; else the turn moves on if it was the leaver's."""
    table = room.round
    if seat not in table.hands or table.out.get(seat) != "left" or table.result:
        return
    yield returned(room, seat)
    if not room.humans():
        yield from end_round(room, "", "abandoned")
        return
    remaining = table.playing()
    if len(remaining) <= 1:
        yield from end_round(room, remaining[0] if remaining else "", "last_in")
        return
    pending = table.pending
    if isinstance(pending, Duel):
        yield from duel.without(room, seat)
    elif isinstance(pending, Circle):
        yield from circle.without(room)
    elif seat == table.turn:
        yield from _turn_moves_on(room, seat)


def _turn_moves_on(room: "Room", seat: str) -> Flow:
    """A stack or Wild +4 that waited for the leaver is void; a colour they owed is one at random."""
    table = room.round
    if isinstance(table.pending, ColourOwed):
        if not (yield from name_any_colour(room, seat)):
            return
    elif isinstance(table.pending, Stack | Challenge):
        yield events.StackCleared()
    yield from start_turn(room, table.after(seat))
