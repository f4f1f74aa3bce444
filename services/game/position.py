"""A table written down for people: what replays, operators and bug reports print. It hides nothing."""

from services.game.engine import Room, views
from services.game.engine.table import Challenge, Stack


def describe(room: Room) -> str:
    """The position in notation, a line each for the table and for every hand."""
    table = room.table
    if table is None:
        return f"{room.ruleset} {room.phase}: {' '.join(seat.seat for seat in room.seats)}"
    arrow = "→" if table.direction == 1 else "←"
    parts = [
        f"{room.ruleset} {views.phase(room)} round {table.round} turn {table.turn_number} {table.turn} {arrow}",
        f"top {table.discard[-1] if table.discard else '-'} colour {table.colour or '-'}",
        f"draw {len(table.draw)} discard {len(table.discard)}",
    ]
    if isinstance(table.pending, Stack | Challenge):
        parts.append(f"stack {table.pending.cards} by {table.pending.by or '-'}")
    if table.bomb:
        parts.append(f"bomb {table.bomb.countdown} ({table.bomb.cards})")
    if table.chaos:
        parts.append(f"chaos {table.chaos}")
    if table.panic:
        parts.append(f"panic {table.panic}")
    hands = [f"  {seat}: {' '.join(table.hands[seat]) or '-'}{_marks(room, seat)}" for seat in table.order]
    return "\n".join([", ".join(parts), *hands])


def _marks(room: Room, seat: str) -> str:
    table = room.round
    marks = [
        table.out.get(seat, ""),
        "frozen" if seat in table.frozen else "",
        "called" if seat in table.called else "",
    ]
    shown = [mark for mark in marks if mark]
    return f"  ({', '.join(shown)})" if shown else ""
