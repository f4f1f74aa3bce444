"""Calling the last card, and catching who has not (COM-16 to COM-18, ZC-31, CL-17, MC-13)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.commands import CallLastCard, CatchPlayer
from services.game.engine.draw import draw
from services.game.engine.legal import may_call, uncalled
from services.game.engine.refusals import Refused
from services.game.engine.table import Circle, Duel
from services.game.engine.turns import Flow

if TYPE_CHECKING:
    from services.game.engine.room import Room

CAUGHT_CARDS = 2
# Two people pressed at once: the second loses nothing (COM-17).
RACE_MS = 1000


def begin_action(room: "Room", seat: str) -> Flow:
    """A player plays, draws, takes or passes: by the rule set's window, who can no longer be caught."""
    table = room.round
    window = room.rules.catch_window
    if window == "one_card":
        return
    ended = [
        other
        for other in table.order
        if len(table.hands[other]) == 1 and (other == seat) == (window == "own_action") and other not in table.closed
    ]
    if ended:
        yield events.WindowsClosed(seats=ended)


def call(room: "Room", command: CallLastCard) -> Flow:
    if room.phase != "playing":
        raise Refused("wrong_phase")
    if command.by not in room.round.hands or not may_call(room, command.by):
        raise Refused("cannot_call")
    yield events.LastCardCalled(seat=command.by)


def catch(room: "Room", command: CatchPlayer) -> Flow:
    if room.phase != "playing":
        raise Refused("wrong_phase")
    table = room.round
    if isinstance(table.pending, Duel | Circle):
        raise Refused("minigame_running")
    by, seat = command.by, command.seat
    if by not in table.hands or by in table.out:
        raise Refused("not_seated")
    if seat == by or seat not in table.hands:
        raise Refused("bad_target")
    if seat in table.out:
        raise Refused("nothing_to_catch")
    if uncalled(table, seat):
        yield events.PlayerCaught(seat=seat, by=by)
        yield from draw(room, seat, CAUGHT_CARDS, "caught")
        return
    if room.now - table.caught.get(seat, -RACE_MS) < RACE_MS:
        raise Refused("too_late")
    wrong = len(table.hands[seat]) != 1 or seat in table.called
    if not (wrong and room.rules.wrong_catch):
        raise Refused("nothing_to_catch")
    yield events.CatchMissed(seat=seat, by=by)
    yield from draw(room, by, room.rules.wrong_catch, "wrong_catch")
