"""Protobuf at the edge: ApplyRequest → a command the engine knows; a reply → ApplyResponse."""

import re
from collections.abc import Callable
from typing import Any

from google.protobuf.message import DecodeError
from msgspec import Struct
from zerocards.common.v1 import common_pb2
from zerocards.game.v1 import command_pb2, game_pb2

from services.common.codes import Code, is_code
from services.game.engine import Refused, Room, commands
from services.game.engine.settings import CustomRule

Entropy = Callable[[int], bytes]
"""Fresh bytes from the operating system (COM-29); tests bring their own."""
Build = Callable[[Any, "Asked"], commands.Command]

_SESSION = re.compile(r"[0-9a-f]{16}")


class Asked(Struct, frozen=True):
    """What a command is built from besides its own fields."""

    by: str
    player: str
    turn: int
    entropy: Entropy


class Request(Struct, frozen=True):
    """One command for one room, read and checked as far as that goes without the room."""

    code: Code
    player: str
    session: str
    """Empty where the caller sent no id: then nothing is remembered of it."""
    n: int
    kind: str
    body: Any
    turn: int
    deadline_ms: float

    def command(self, room: Room, entropy: Entropy) -> commands.Command:
        """The command as asked by whoever the player is in the room now. Raises Refused."""
        seat = room.seat_of(self.player) if self.player else ""
        if not seat and self.kind not in _SEATLESS:
            raise Refused("not_seated")
        return _BUILD[self.kind](self.body, Asked(seat, self.player, self.turn, entropy))


class Accepted(Struct, frozen=True):
    """The room holds the command's effect from this version on."""

    version: int
    seat: str = ""
    waiting: bool = False
    idle: bool = False
    """There was nothing to do, and nothing was committed."""


class Refusal(Struct, frozen=True):
    """The room is as if it had never been asked."""

    code: str
    params: dict[str, str] = {}
    retry_after_ms: int = 0


Reply = Accepted | Refusal


def parse(payload: bytes) -> game_pb2.ApplyRequest:
    """Raises Refused where the bytes are no request."""
    try:
        return game_pb2.ApplyRequest.FromString(payload)
    except DecodeError as error:
        raise Refused("bad_command") from error


def read(message: game_pb2.ApplyRequest) -> Request:
    """Raises Refused."""
    if not is_code(message.code):
        raise Refused("not_found")
    session, n = message.id.session, message.id.n
    group = message.WhichOneof("request")
    body = getattr(message, group) if group else None
    kind = body.WhichOneof("command") if body is not None else None
    if kind is None:
        # Also a command that only a newer contract knows.
        raise Refused("unknown_command")
    if group == "command" and not message.player_id:
        raise Refused("not_seated")
    if (group == "command" or session) and not (_SESSION.fullmatch(session) and n > 0):
        raise Refused("bad_command")
    return Request(
        code=message.code,
        player=message.player_id,
        session=session,
        n=n,
        kind=kind,
        body=getattr(body, kind),
        turn=message.command.turn if group == "command" else 0,
        deadline_ms=message.deadline_ms,
    )


def due(code: Code) -> Request:
    """What the timers ask: let happen what has fallen due."""
    return _own(code, "expire", "", None)


def lost(code: Code, player: str, gateway: str, connection: str) -> Request:
    """What is asked for a player whose gateway is dead (P5)."""
    body = command_pb2.DisconnectPlayer(gateway=gateway, connection=connection)
    return _own(code, "disconnect", player, body)


def close(code: Code, reason: str) -> Request:
    """What an operator asks."""
    return _own(code, "close", "", command_pb2.CloseRoom(reason=reason))


def _own(code: Code, kind: str, player: str, body: Any) -> Request:
    return Request(code, player, session="", n=0, kind=kind, body=body, turn=0, deadline_ms=0)


def write(message: game_pb2.ApplyRequest, reply: Reply) -> game_pb2.ApplyResponse:
    """The response to this request."""
    match reply:
        case Accepted(version, seat, waiting, _):
            accepted = game_pb2.Accepted(version=version, seat=seat, waiting=waiting)
            return game_pb2.ApplyResponse(id=message.id, accepted=accepted)
        case Refusal():
            return game_pb2.ApplyResponse(id=message.id, refusal=refusal(reply))


def refusal(reply: Refusal) -> common_pb2.Refusal:
    return common_pb2.Refusal(code=reply.code, params=reply.params, retry_after_ms=reply.retry_after_ms)


SYSTEM = frozenset({"create", "connect", "disconnect", "close", "expel"})
"""What no player asks, but a service of its own accord."""
_SEATLESS = frozenset({"join", "watch", "leave", "create", "connect", "disconnect", "close", "expel", "expire"})


def _play(body: command_pb2.PlayCard, asked: Asked) -> commands.Command:
    return commands.PlayCard(
        by=asked.by,
        turn=asked.turn,
        card=body.card,
        colour=body.colour,
        target=body.target,
        give=tuple(body.give),
        extra=body.extra,
        extra_colour=body.extra_colour,
        extra_target=body.extra_target,
        extra_give=tuple(body.extra_give),
    )


def _set(body: command_pb2.ChangeSettings, asked: Asked) -> commands.Command:
    rule = body.custom_rule if body.HasField("custom_rule") else None
    return commands.ChangeSettings(
        by=asked.by,
        changes=dict(body.changes),
        custom_rule=CustomRule(text=rule.text, effect=rule.effect, n=rule.n) if rule is not None else None,
    )


def _plain(kind: type[commands.Command]) -> Build:
    return lambda _body, asked: kind(by=asked.by, turn=asked.turn)


def _dealing(kind: type[commands.Dealing]) -> Build:
    return lambda _body, asked: kind(by=asked.by, seed=asked.entropy(32))


_BUILD: dict[str, Build] = {
    "play": _play,
    "draw": _plain(commands.DrawCard),
    "pass": _plain(commands.PassTurn),
    "take": _plain(commands.TakeStack),
    "challenge": _plain(commands.ChallengeWild),
    "call": _plain(commands.CallLastCard),
    "catch": lambda body, asked: commands.CatchPlayer(by=asked.by, turn=asked.turn, seat=body.seat),
    "answer": lambda body, asked: commands.AnswerDuel(by=asked.by, turn=asked.turn, answer=body.answer),
    "circle": lambda body, asked: commands.HandInStroke(by=asked.by, turn=asked.turn, points=tuple(body.points)),
    "colour": lambda body, asked: commands.ChooseColour(by=asked.by, turn=asked.turn, colour=body.colour),
    "skip": _plain(commands.SkipSlowTurn),
    "join": lambda body, asked: commands.JoinRoom(by=asked.by, player=asked.player, name=body.name),
    "leave": lambda _body, asked: commands.LeaveRoom(by=asked.by, player=asked.player),
    "watch": lambda _body, asked: commands.WatchRoom(by=asked.by, player=asked.player),
    "bot": lambda body, asked: commands.AddBot(by=asked.by, level=body.level),
    "kick": lambda body, asked: commands.KickPlayer(by=asked.by, seat=body.seat),
    "set": _set,
    "agree": _plain(commands.AgreeToRule),
    "start": _dealing(commands.StartGame),
    "next": _dealing(commands.StartNextRound),
    "rematch": _dealing(commands.StartRematch),
    "lobby": _plain(commands.ReturnToLobby),
    "create": lambda body, asked: commands.CreateRoom(
        ruleset=body.ruleset, settings=dict(body.settings), seed=asked.entropy(32)
    ),
    "connect": lambda body, asked: commands.ConnectPlayer(
        by=asked.by, player=asked.player, gateway=body.gateway, connection=body.connection
    ),
    "disconnect": lambda body, asked: commands.DisconnectPlayer(
        by=asked.by, player=asked.player, gateway=body.gateway, connection=body.connection
    ),
    "expel": lambda body, _asked: commands.KickPlayer(by="", seat=body.seat),
    "close": lambda body, _asked: commands.CloseRoom(reason=body.reason),
    "expire": lambda _body, _asked: commands.Expire(),
}
