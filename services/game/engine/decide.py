"""`decide`: a command becomes events, or a refusal before the first of them. `apply` is decide and evolve together."""

from collections.abc import Callable, Generator
from typing import Any

from services.game.engine import calls, clock, commands, lobby, play, seats
from services.game.engine.events import Event
from services.game.engine.evolve import evolve
from services.game.engine.minigames import circle, duel
from services.game.engine.refusals import Refused
from services.game.engine.room import Room
from services.game.engine.turns import Flow


def _watch(room: Room, command: commands.WatchRoom) -> Flow:
    yield from ()


def _expire(room: Room, command: commands.Expire) -> Flow:
    yield from clock.expire(room)


_DECIDE: dict[type[commands.Command], Callable[[Room, Any], Flow]] = {
    commands.PlayCard: play.play,
    commands.DrawCard: play.draw_by_choice,
    commands.PassTurn: play.pass_turn,
    commands.TakeStack: play.take_stack,
    commands.ChallengeWild: play.challenge,
    commands.ChooseColour: play.choose_colour,
    commands.CallLastCard: calls.call,
    commands.CatchPlayer: calls.catch,
    commands.AnswerDuel: duel.answer,
    commands.HandInStroke: circle.hand_in,
    commands.SkipSlowTurn: lobby.skip_slow_turn,
    commands.JoinRoom: seats.join,
    commands.LeaveRoom: seats.leave,
    commands.WatchRoom: _watch,
    commands.AddBot: lobby.add_bot,
    commands.KickPlayer: lobby.kick_player,
    commands.ChangeSettings: lobby.change_settings,
    commands.AgreeToRule: lobby.agree,
    commands.StartGame: lobby.start,
    commands.StartNextRound: lobby.go_on,
    commands.StartRematch: lobby.go_on,
    commands.ReturnToLobby: lobby.return_to_lobby,
    commands.CreateRoom: lobby.create,
    commands.ConnectPlayer: seats.connect,
    commands.DisconnectPlayer: seats.disconnect,
    commands.CloseRoom: lobby.close,
    commands.Expire: _expire,
}
# By whoever: no seat is needed. (Kicking without one is an operator's.)
_BY_ANYONE = (
    commands.JoinRoom, commands.WatchRoom, commands.LeaveRoom, commands.CreateRoom, commands.CloseRoom,
    commands.KickPlayer, commands.ConnectPlayer, commands.DisconnectPlayer, commands.Expire,
)  # fmt: skip


def decide(room: Room, command: commands.Command) -> Generator[Event, None, None]:
    """What happens, one event at a time; each must be applied before the next is asked for.

    Raises `Refused` at once or instead of the first event. `room.now` is the command's time, ms.
    """
    kind = type(command)
    if kind not in _DECIDE:
        raise Refused("unknown_command")
    if room.closed or (not room.ruleset and kind is not commands.CreateRoom):
        raise Refused("not_found")
    if kind not in _BY_ANYONE or command.by:
        seat = room.find(command.by)
        if seat is None or seat.left:
            raise Refused("not_seated")
    return _DECIDE[kind](room, command)


def apply(room: Room, command: commands.Command, now: int) -> list[Event]:
    """Decides and evolves: the room is changed, the events say how. Refused, it is as it was (COM-28).

    `now` is ms; it counts no less than the room's last, so that time never runs backwards.
    """
    before = room.now
    room.now = max(now, before)
    happened = []
    try:
        for event in decide(room, command):
            evolve(room, event)
            happened.append(event)
    except Refused:
        if happened:
            raise AssertionError(f"refused after {type(happened[-1]).__name__}") from None
        room.now = before
        raise
    return happened
