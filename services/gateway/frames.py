"""What a socket may send: `zerocards.gateway.v1.ClientFrame`, decoded strictly, refused with a code."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from zerocards.common.v1 import common_pb2

from services.gateway import verbs
from services.gateway.strict import Line, OneOf, Strict, Word, no_field_twice
from services.gateway.verbs import Bare, Settings

# Beyond it a double no longer tells one millisecond from the next.
_MS = Annotated[float, Meta(ge=0, le=2**53)]


class CommandId(Strict, frozen=True):
    """Names one frame of one page load for ever (P1)."""

    session: Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
    n: Annotated[int, Meta(ge=1, le=2**32 - 1)]

    def to_proto(self) -> common_pb2.CommandId:
        return common_pb2.CommandId(session=self.session, n=self.n)


class Hello(Strict, frozen=True):
    token: Annotated[str, Meta(max_length=80)] = ""
    room: Word = ""


class WatchLobbies(Strict, frozen=True):
    on: bool = False
    ruleset: Word = ""
    query: Word = ""


class Create(Strict, frozen=True):
    name: Line = ""
    ruleset: Word = ""
    settings: Settings = msgspec.field(default_factory=dict)


class Enter(Strict, frozen=True):
    code: Word = ""
    name: Line = ""
    watch: bool = False


class QuickPlay(Strict, frozen=True):
    name: Line = ""
    ruleset: Word = ""


class Talk(Strict, frozen=True):
    phrase: Word = ""


class Ping(Strict, frozen=True):
    sent_ms: _MS = 0.0


class Resync(Bare, frozen=True):
    pass


class Quit(Bare, frozen=True):
    pass


class TakeBack(Bare, frozen=True):
    pass


class ClientFrame(OneOf, frozen=True):
    BESIDE: ClassVar[tuple[str, ...]] = ("id",)

    id: CommandId | UnsetType = UNSET
    hello: Hello | UnsetType = UNSET
    watch_lobbies: WatchLobbies | UnsetType = UNSET
    create: Create | UnsetType = UNSET
    enter: Enter | UnsetType = UNSET
    quick_play: QuickPlay | UnsetType = UNSET
    command: verbs.Command | UnsetType = UNSET
    talk: Talk | UnsetType = UNSET
    ping: Ping | UnsetType = UNSET
    resync: Resync | UnsetType = UNSET
    quit: Quit | UnsetType = UNSET
    take_back: TakeBack | UnsetType = UNSET


ANSWERED_WITHOUT_ID = (Hello, WatchLobbies, Ping)


class Frame(msgspec.Struct, frozen=True):
    """A frame that may be acted upon. `id` is there for all but ANSWERED_WITHOUT_ID."""

    id: CommandId | None
    kind: str
    body: Strict


class BadFrame(Exception):
    """Refused before anything was done. `id` is the frame's, where that much could be read."""

    def __init__(self, code: str, why: str, frame_id: CommandId | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.why = why
        self.id = frame_id


class TooLong(BadFrame):
    """Longer than its kind may be."""


_DECODER = msgspec.json.Decoder(ClientFrame)
_OUTLINE = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ID = msgspec.json.Decoder(CommandId)


def decode(text: str, *, frame_bytes: int) -> Frame:
    """Raises BadFrame. A circle's stroke may be longer than `frame_bytes`: its limit is the socket's own."""
    try:
        frame = _DECODER.decode(text)
        no_field_twice(text)
    except (ValueError, RecursionError) as fault:  # msgspec's errors are ValueErrors, and so is a lone surrogate's
        raise _bad(text, str(fault)) from None
    given = None if frame.id is UNSET else frame.id
    kind, body = frame.chosen()
    if given is None and not isinstance(body, ANSWERED_WITHOUT_ID):
        raise BadFrame("bad_command", f"`{kind}` needs an id")
    if _too_long(text, frame_bytes) and not _is_stroke(body):
        raise TooLong("bad_command", f"Longer than {frame_bytes} bytes", given)
    return Frame(given, kind, body)


def _too_long(text: str, limit: int) -> bool:
    return len(text) > limit or (not text.isascii() and len(text.encode()) > limit)


def _is_stroke(body: Strict) -> bool:
    return isinstance(body, verbs.Command) and body.circle is not UNSET


def _bad(text: str, why: str) -> BadFrame:
    """Finds out as much as an answer needs: the id, and whether it is the verb that is unknown."""
    fields = _outline(text)
    try:
        frame_id = _ID.decode(fields.get("id", b""))
    except msgspec.DecodeError:
        frame_id = None
    unknown = fields.keys() - ClientFrame.__struct_encode_fields__
    if "command" in fields:
        unknown |= _outline(fields["command"]).keys() - verbs.Command.__struct_encode_fields__
    return BadFrame("unknown_command" if unknown else "bad_command", why[:200], frame_id)


def _outline(text: str | msgspec.Raw) -> dict[str, msgspec.Raw]:
    try:
        return _OUTLINE.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return {}
