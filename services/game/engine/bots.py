"""What bots owe, and what else they may do out of turn: the worker posts each to the bots once it is new."""

from collections.abc import Iterator

import msgspec

from services.game.engine import legal, moves
from services.game.engine.room import Room, bot_player
from services.game.engine.table import Circle, Duel


class Owed(msgspec.Struct, frozen=True):
    """A bot's seat owes an action. `owed` names it; the same action has the same name until it is done.

    An optional one may be let be: the room does not wait for it and does not ask again.
    """

    seat: str
    level: str
    owed: str
    player: str
    optional: bool = False


def owed(room: Room) -> list[Owed]:
    """What bots are asked for now; nothing while no human is there to see it."""
    table = room.table
    if table is None or room.phase != "playing" or room.paused_at or room.closed:
        return []
    found = []
    for seat in room.seated():
        if seat.bot and seat.seat in table.hands and seat.seat not in table.out:
            player = bot_player(seat.seat)
            what = _owed(room, seat.seat)
            if what:
                found.append(Owed(seat.seat, seat.bot, what, player))
            else:
                found += [Owed(seat.seat, seat.bot, what, player, True) for what in _optional(room, seat.seat)]
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
    # Whoever is caught while they think has another hand to think about.
    return f"turn:{place}:{step}:{called}:{len(table.hands[seat])}"


def _optional(room: Room, seat: str) -> Iterator[str]:
    """Out of turn, once a turn each: call the last card, catch the first who has not, throw a card in.

    On its turn a bot calls and catches along with its move.
    """
    table = room.round
    place = f"{table.round}:{table.turn_number}"
    if legal.uncalled(table, seat):
        yield f"call:{place}"
    for other in moves.catches(room, seat)[:1]:
        yield f"catch:{other}:{place}"
    for card in legal.jump_ins(room, seat)[:1]:
        yield f"jump:{card}:{place}"
