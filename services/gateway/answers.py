"""What the gateway says: `zerocards.gateway.v1.ServerFrame` as canonical JSON. Updates are joined in `updates`."""

from collections.abc import Mapping

from msgspec import Struct, json
from zerocards.common.v1 import common_pb2

from services.gateway.frames import CommandId

_encode = json.Encoder().encode


class _Out(Struct, rename="camel", omit_defaults=True, frozen=True):
    """One message; what is proto's zero stays out."""


class Welcome(_Out, frozen=True):
    player_id: str
    token: str
    now_ms: float
    room: str = ""


class Entered(_Out, frozen=True):
    code: str
    seat: str = ""
    waiting: bool = False


class Refusal(_Out, frozen=True):
    code: str
    params: Mapping[str, str] = {}
    retry_after_ms: int = 0


class Reply(_Out, frozen=True):
    id: CommandId | None = None
    refusal: Refusal | None = None
    version: int = 0


class Talked(_Out, frozen=True):
    seat: str
    phrase: str


class Pong(_Out, frozen=True):
    sent_ms: float = 0.0
    now_ms: float = 0.0


class Notice(_Out, frozen=True):
    kind: str


class ServerFrame(_Out, frozen=True):
    welcome: Welcome | None = None
    entered: Entered | None = None
    reply: Reply | None = None
    talked: Talked | None = None
    pong: Pong | None = None
    notice: Notice | None = None


def welcome(player_id: str, token: str, now_ms: float, room: str) -> bytes:
    return _encode(ServerFrame(welcome=Welcome(player_id, token, now_ms, room)))


def entered(code: str, seat: str, *, waiting: bool) -> bytes:
    return _encode(ServerFrame(entered=Entered(code, seat, waiting)))


def accepted(frame_id: CommandId, version: int = 0) -> bytes:
    return _encode(ServerFrame(reply=Reply(frame_id, version=version)))


def refused(frame_id: CommandId | None, refusal: Refusal) -> bytes:
    """With no id where the frame's could not be read."""
    return _encode(ServerFrame(reply=Reply(frame_id, refusal)))


def talked(seat: str, phrase: str) -> bytes:
    return _encode(ServerFrame(talked=Talked(seat, phrase)))


def pong(sent_ms: float, now_ms: float) -> bytes:
    return _encode(ServerFrame(pong=Pong(sent_ms, now_ms)))


def notice(kind: str) -> bytes:
    return _encode(ServerFrame(notice=Notice(kind)))


class Refused(Exception):
    """The frame that is being answered is refused; nothing has changed."""

    def __init__(self, code: str, *, retry_after_ms: int = 0, params: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, params or {}, retry_after_ms)


def refusal_from(message: common_pb2.Refusal) -> Refused:
    """As the worker or the lobby service put it."""
    return Refused(message.code, retry_after_ms=message.retry_after_ms, params=dict(message.params))
