"""What falls due by itself, and when: the room's one deadline (COM-19, COM-21, COM-22, ZC-05, ZC-14, ZC-15, MC-16)."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from services.game.engine import events, legal
from services.game.engine.calls import begin_action
from services.game.engine.evolve_specials import MINIGAME_MS
from services.game.engine.lobby import CHOICE_MS, SLOW_MS
from services.game.engine.minigames import circle, duel
from services.game.engine.play import draw_turn, take_turn
from services.game.engine.seats import depart, next_host, pass_host
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack
from services.game.engine.timeouts import time_out
from services.game.engine.turns import Flow

if TYPE_CHECKING:
    from services.game.engine.room import Room, Seat
    from services.game.engine.table import Table

AUTO_DRAW_MS = 1000
# A lost connection is not yet a lost turn: so long from its loss, however old the turn is.
GRACE_MS = 5000
HOST_OFFLINE_MS = 60_000
HOST_IDLE_MS = 120_000
SEAT_FREED_MS = 60_000
EMPTY_ROOM_MS = 600_000
BOT_ASKED_AGAIN_MS = 5000
BOT_TURN_MS = 15_000
TAKEOVER_AFTER = 2

# When, and what then. Of those due at once the first listed goes first.
Due = tuple[int, Callable[[], Flow]]


def next_deadline(room: "Room") -> int | None:
    """The one time, ms, at which something falls due by itself; None when nothing will."""
    return min((at for at, _ in _due(room)), default=None)


def expire(room: "Room") -> Flow:
    """Lets the one thing happen that fell due first; nothing when nothing has."""
    first = min(_due(room), key=lambda due: due[0], default=None)
    if first is not None and first[0] <= room.now:
        yield from first[1]()


def _due(room: "Room") -> Iterator[Due]:
    if room.closed or not room.ruleset:
        return
    if room.paused_at:  # no human is connected: all other clocks stand still
        yield room.paused_at + EMPTY_ROOM_MS, lambda: _event(events.RoomClosed(reason="empty"))
        return
    if room.phase == "playing" and room.table is not None:
        yield from _due_at_table(room, room.table)
    elif room.phase == "lobby":
        for seat in room.seats:
            if not seat.bot and not seat.connected:
                yield seat.offline_since + SEAT_FREED_MS, _freed(room, seat.seat)
    elif not room.choice_open:
        yield room.over_since + CHOICE_MS, lambda: _event(events.ChoiceOpened())
    yield from _due_of_host(room)


def _freed(room: "Room", seat: str) -> Callable[[], Flow]:
    return lambda: depart(room, seat, "offline")


def _due_of_host(room: "Room") -> Iterator[Due]:
    """A host who is away, or idle in the lobby while others wait, hands over."""
    host = room.find(room.host)
    heir = next_host(room, room.host) if host else None
    if host is None or heir is None or not heir.connected:
        return
    if not host.connected:
        yield host.offline_since + HOST_OFFLINE_MS, lambda: pass_host(room, room.host, "offline")
    elif room.phase == "lobby":
        yield room.host_active + HOST_IDLE_MS, lambda: pass_host(room, room.host, "idle")


def _due_at_table(room: "Room", table: "Table") -> Iterator[Due]:
    pending = table.pending
    if isinstance(pending, Duel):
        yield pending.deadline, lambda: duel.expire(room)
        yield from _minigame_bots(room, table, pending.deadline - MINIGAME_MS, {pending.by, pending.against})
        return
    if isinstance(pending, Circle):
        yield pending.deadline, lambda: circle.decide(room)
        waited_for = {*table.playing()} - {stroke.seat for stroke in pending.strokes}
        yield from _minigame_bots(room, table, pending.deadline - MINIGAME_MS, waited_for)
        return
    seat = room.find(table.turn)
    if seat is None:
        return
    if table.turn_deadline:
        yield table.turn_deadline, lambda: _played_for(room, seat)
    elif not seat.connected and not seat.bot:
        limit = table.turn_started + room.rules.offline_turn_ms
        yield max(limit, seat.offline_since + GRACE_MS), lambda: _played_for(room, seat)
    if seat.bot:  # however long people may think: a bot that is silent so long is not coming
        yield table.turn_started + BOT_TURN_MS, lambda: time_out(room, "time")
        yield _asked_again(table, table.turn_started)
    if room.settings.auto_draw and _can_only_draw(room, table):
        yield table.turn_started + AUTO_DRAW_MS, lambda: _auto_draw(room, table)
    if not table.slow and not table.turn_deadline:
        yield table.turn_started + SLOW_MS, lambda: _event(events.SlowTurnNoticed())


def _minigame_bots(room: "Room", table: "Table", began: int, waited_for: set[str]) -> Iterator[Due]:
    if any(seat.bot and seat.seat in waited_for for seat in room.seats):
        yield _asked_again(table, began)


def _asked_again(table: "Table", since: int) -> Due:
    """The question may have been lost on its way to the bots."""
    return max(since, table.asked_at) + BOT_ASKED_AGAIN_MS, lambda: _event(events.BotAskedAgain())


def _can_only_draw(room: "Room", table: "Table") -> bool:
    """No card to play, nothing else owed: drawing or taking is all there is (ZC-05)."""
    if isinstance(table.pending, ColourOwed | Challenge) or table.has_drawn:
        return False
    return not legal.playable(room, table.turn)


def _auto_draw(room: "Room", table: "Table") -> Flow:
    seat = table.turn
    yield from begin_action(room, seat)
    if isinstance(table.pending, Stack):
        yield from take_turn(room, seat)
    else:
        yield from draw_turn(room, seat, "auto")


def _played_for(room: "Room", seat: "Seat") -> Flow:
    """Time is up; who is offline for two turns is replaced by a bot where that is on (bot_takeover)."""
    away = not seat.connected and not seat.bot
    if away and room.settings.bot_takeover and seat.missed + 1 >= TAKEOVER_AFTER:
        yield events.BotTookOver(seat=seat.seat)
    elif away:
        yield events.TurnMissedOffline(seat=seat.seat)
    yield from time_out(room, "time")


def _event(event: events.Event) -> Flow:
    yield event
