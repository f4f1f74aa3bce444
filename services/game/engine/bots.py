"""What bots owe: the worker posts each to the bots once it is newly owed."""

import msgspec

from services.game.engine.room import Room, bot_player
from services.game.engine.table import Circle, Duel


class Owed(msgspec.Struct, frozen=True):
    """A bot's seat owes an action. `owed` names it; the same action has the same name until it is done."""

    seat: str
    level: str
    owed: str
    player: str


def owed(room: Room) -> list[Owed]:
    """The bots that the room waits for now; none while no human is there to see it."""
    table = room.table
    if table is None or room.phase != "playing" or room.paused_at or room.closed:
        return []
    found = []
    for seat in room.seated():
        if seat.bot and seat.seat in table.hands and seat.seat not in table.out:
            what = _owed(room, seat.seat)
            if what:
                found.append(Owed(seat.seat, seat.bot, what, bot_player(seat.seat)))
    return found


def _owed(room: Room, seat: str) -> str:
    table = room.round
    pending = table.pending
    place = f"{table.round}:{table.turn_number}"
    if isinstance(pending, Duel):
        return f"duel:{place}" if seat in (pending.by, pending.against) else ""
    if isinstance(pending, Circle):
        done = any(stroke.seat == seat for stroke in pending.strokes)
        return "" if done else f"circle:{place}"
    if seat != table.turn:
        return ""
    step = "drawn" if table.has_drawn else type(pending).__name__.lower() if pending else "play"
    called = "called" if seat in table.called else "uncalled"
    return f"turn:{place}:{step}:{called}"
