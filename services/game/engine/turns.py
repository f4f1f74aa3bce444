"""How a turn begins: freeze, bomb, a stack that cannot be answered, then the turn itself (ZC-29)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.draw import draw
from services.game.engine.penalties import may_answer, take
from services.game.engine.table import Stack

if TYPE_CHECKING:
    from services.game.engine.room import Room

Flow = Generator[events.Event, None, None]


def start_turn(room: "Room", seat: str) -> Flow:
    """The first from `seat` on who does not lose the turn is on turn. It may end the round (MC-05)."""
    table = room.round
    while room.phase == "playing":
        if seat in table.out:
            seat = table.after(seat)
        lost = yield from _lost(room, seat)
        if not lost:
            if room.phase == "playing":
                yield events.TurnStarted(seat=seat, number=table.turn_number + 1)
            return
        if room.phase == "playing":
            yield events.TurnMissed(seat=seat, reason=lost)
        seat = table.after(seat)


def _lost(room: "Room", seat: str) -> Generator[events.Event, None, str]:
    """Why the seat loses the turn that is due, once its cost is paid; empty when it does not."""
    table = room.round
    stack = table.pending if isinstance(table.pending, Stack) else None
    if seat in table.frozen:  # ZC-11: before the bomb, which a missed turn never ticks
        if stack:
            yield from take(room, seat, "stack")
        return "freeze"
    if table.bomb:
        if table.bomb.countdown <= 1:  # ZC-19: a stack aimed at them is taken too
            cards = table.bomb.cards
            yield events.BombExploded(seat=seat, cards=cards)
            yield from draw(room, seat, cards, "bomb")
            if stack and room.phase == "playing" and seat not in table.out:
                yield from take(room, seat, "stack")
            return "bomb"
        yield events.BombTicked(countdown=table.bomb.countdown - 1)
    if stack and not may_answer(room, seat, stack):
        yield from take(room, seat, "stack")
        return "stack"
    return ""
