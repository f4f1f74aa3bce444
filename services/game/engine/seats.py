"""Who sits in the room: joining, leaving, connections, the host (COM-20 to COM-23, COM-30, COM-31)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.commands import ConnectPlayer, DisconnectPlayer, JoinRoom, KickPlayer, LeaveRoom
from services.game.engine.departures import leave_round
from services.game.engine.names import clean, skeleton
from services.game.engine.refusals import Refused
from services.game.engine.room import MAX_WAITING, bot_player, may_be_a_persons
from services.game.engine.turns import Flow

if TYPE_CHECKING:
    from services.game.engine.room import Room, Seat, Waiting

BAN_MS = 300_000


def join(room: "Room", command: JoinRoom) -> Flow:
    """A seat in the lobby phase; while a game runs, a place among those who wait for one (COM-30)."""
    if not may_be_a_persons(command.player):
        raise Refused("bad_command")
    if room.banned.get(command.player, 0) > room.now:
        raise Refused("banned")
    if room.seat_of(command.player) or room.waiting_of(command.player):
        return
    name = clean(command.name)
    if skeleton(name) in taken_names(room):
        raise Refused("bad_name")
    if room.phase != "lobby":
        if len(room.waiting) >= MAX_WAITING:
            raise Refused("room_full")
        yield events.SpectatorQueued(name=name, player=command.player)
        return
    if len(room.seats) >= room.settings.max_players:
        raise Refused("room_full")
    yield from seat(room, name, command.player)


def seat(room: "Room", name: str, player: str, bot: str = "") -> Flow:
    """Gives the next seat; the first human is host."""
    number = f"p{room.seat_count + 1}"
    yield events.PlayerJoined(seat=number, name=name, bot=bot, player=player or bot_player(number))
    if not room.host and not bot:
        yield events.HostChanged(seat=number)


def taken_names(room: "Room") -> set[str]:
    names = [other.name for other in room.seated()] + [other.name for other in room.waiting]
    return {skeleton(name) for name in names}


def leave(room: "Room", command: LeaveRoom) -> Flow:
    """Gives up the seat, or the place among those who wait."""
    if command.by:
        yield from depart(room, command.by, "left")
        return
    yield _no_longer_waits(_waits(room, command.player))


def _waits(room: "Room", player: str) -> "Waiting":
    """Raises Refused."""
    waiting = room.waiting_of(player)
    if waiting is None:
        raise Refused("not_seated")
    return waiting


def _no_longer_waits(waiting: "Waiting") -> events.Event:
    return events.SpectatorLeft(name=waiting.name, player=waiting.player)


def kick(room: "Room", command: KickPlayer) -> Flow:
    """Acts as leaving; a human cannot come back for 5 min (COM-23)."""
    kicked = room.find(command.seat)
    if kicked is None or kicked.left or command.seat == command.by:
        raise Refused("bad_target")
    yield from depart(room, command.seat, "kicked")


def depart(room: "Room", number: str, reason: str) -> Flow:
    """The seat's player goes: out of the round, the host's part to the next, the room closed behind the last human."""
    gone = room.at(number)
    human = not gone.bot or gone.stand_in
    others = [other for other in room.humans() if other.seat != number]
    was_host = room.host == number
    if room.phase == "playing" and human and others and room.settings.bot_takeover and reason != "kicked":
        if not gone.stand_in:
            yield events.BotTookOver(seat=number)
        if gone.connected:
            yield events.PlayerDisconnected(seat=number)
    else:
        banned_until = room.now + BAN_MS if reason == "kicked" and human else 0
        yield events.PlayerLeft(seat=number, reason=reason, banned_until=banned_until)
        if room.phase == "playing":
            yield from leave_round(room, number)
    if was_host:
        yield from pass_host(room, number, "left")
    if not others:
        yield from _after_last_human(room)
    elif room.phase == "lobby":
        yield from seat_waiting(room)


def _after_last_human(room: "Room") -> Flow:
    """With no human left the game stops (COM-20); those who waited get the seats, else the room closes."""
    if room.waiting:
        yield from reopen_lobby(room)
    else:
        yield events.RoomClosed(reason="empty")


def pass_host(room: "Room", number: str, reason: str) -> Flow:
    """The next human in seat order is host, one who is connected if there is one; bots never are (COM-22)."""
    heir = next_host(room, number)
    if heir:
        yield events.HostChanged(seat=heir.seat, reason=reason)


def next_host(room: "Room", number: str) -> "Seat | None":
    humans = room.humans()
    following = [other for other in humans if _order(other.seat) > _order(number)]
    preceding = [other for other in humans if _order(other.seat) < _order(number)]
    ranked = following + preceding
    return next((other for other in ranked if other.connected), ranked[0] if ranked else None)


def _order(number: str) -> int:
    return int(number[1:])


def reopen_lobby(room: "Room") -> Flow:
    """Back to the lobby phase."""
    yield events.LobbyReopened()
    yield from seat_waiting(room)


def seat_waiting(room: "Room") -> Flow:
    """In the lobby phase, who waits is seated while there are seats (COM-30)."""
    for waiting in list(room.waiting):
        if len(room.seats) >= room.settings.max_players:
            break
        yield _no_longer_waits(waiting)
        yield from seat(room, waiting.name, waiting.player)


def connect(room: "Room", command: ConnectPlayer) -> Flow:
    """A newer connection takes the seat over (COM-31), or the place among those who wait for one (COM-30).

    A bot that played on gives the seat back.
    """
    held = room.find(command.by)
    if held is None or held.left:
        waiting = _waits(room, command.player)
        if (waiting.gateway, waiting.connection) != (command.gateway, command.connection):
            yield events.SpectatorConnected(
                player=command.player, gateway=command.gateway, connection=command.connection
            )
        return
    same = (held.gateway, held.connection) == (command.gateway, command.connection)
    if held.connected and same and not held.stand_in:
        return
    yield events.PlayerConnected(seat=command.by, gateway=command.gateway, connection=command.connection)
    if held.stand_in:
        yield events.PlayerCameBack(seat=command.by)


def disconnect(room: "Room", command: DisconnectPlayer) -> Generator[events.Event, None, None]:
    """The connection that holds the seat is gone; an older one says nothing about the seat (P5).

    Who waits for one waits no longer: nobody is kept a place for who may not come back (COM-30).
    """
    held = room.find(command.by)
    if held is None or held.left:
        waiting = _waits(room, command.player)
        if (waiting.gateway, waiting.connection) == (command.gateway, command.connection):
            yield _no_longer_waits(waiting)
        return
    if not held.connected:
        return
    if (held.gateway, held.connection) == (command.gateway, command.connection):
        yield events.PlayerDisconnected(seat=command.by)
