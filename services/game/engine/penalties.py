"""Stacks: aiming them, answering them, taking them (COM-12, ZC-07, ZC-08, ZC-10, MC-06)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.draw import draw
from services.game.engine.faces import FACE, FACES, Effect, Face, Use
from services.game.engine.table import Challenge, Stack

if TYPE_CHECKING:
    from services.game.engine.room import Room


def aim(room: "Room", use: Use, cards: int, last: str) -> Effect:
    """Aims the stack, with what was on it before, at the next player; it waits for their answer."""
    table = room.round
    target = table.after(use.seat)
    before = table.pending.cards if isinstance(table.pending, Stack | Challenge) else 0
    yield events.StackAimed(cards=before + cards, by=use.seat, target=target, last=last)
    return target


class DrawCard(Face):
    """A face that makes others draw; it goes on a stack by its number."""

    def answers(self, room: "Room", stack: Stack | Challenge) -> bool:
        """It depends on the last draw card on the stack, also under a Mirror (ZC-08)."""
        if room.settings.stacking == "off":
            return False
        # The one draw card that is lower where plus2_on_plus4 can be set is the +2.
        return self.draws >= FACES[stack.last].draws or room.settings.plus2_on_plus4


def may_answer(room: "Room", seat: str, stack: Stack) -> bool:
    """Whether a turn to answer begins: with stacking off only a Mirror does, and who holds none takes at once."""
    if room.settings.stacking != "off":
        return True
    return any(FACE[card].answers(room, stack) for card in room.round.hands[seat])


def take(room: "Room", seat: str, reason: str) -> Generator[events.Event, None, None]:
    """The seat draws what waits for it; the lost turn is the caller's."""
    stack = room.round.pending
    if not isinstance(stack, Stack | Challenge):
        raise AssertionError("no stack to take")
    yield events.StackCleared()
    yield from draw(room, seat, stack.cards, reason)
