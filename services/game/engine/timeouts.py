"""What happens when a player does not act in time (COM-19)."""

from typing import TYPE_CHECKING

from services.game.engine.calls import begin_action
from services.game.engine.draw import draw
from services.game.engine.play import end_turn, name_any_colour, take_turn
from services.game.engine.table import Challenge, ColourOwed, Stack
from services.game.engine.turns import Flow, start_turn

if TYPE_CHECKING:
    from services.game.engine.room import Room


def time_out(room: "Room", reason: str) -> Flow:
    """Draw 1 (a stack or a Wild +4: take it; already drawn: nothing; a colour owed: one at random first)."""
    table = room.round
    seat = table.turn
    if isinstance(table.pending, Stack | Challenge):
        yield from begin_action(room, seat)
        yield from take_turn(room, seat)
        return
    if isinstance(table.pending, ColourOwed) and not (yield from name_any_colour(room, seat)):
        return
    yield from begin_action(room, seat)
    drawn = 1 if table.has_drawn else 0
    if not drawn:
        drawn = yield from draw(room, seat, 1, "time")
    if room.phase != "playing":
        return
    if seat in table.out:
        yield from start_turn(room, table.after(seat))
    else:
        yield from end_turn(room, seat, reason if drawn else "nothing_to_draw")
