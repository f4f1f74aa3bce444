"""The part of the socket's contract that a load player reads, decoded without touching the rest."""

import msgspec

_NOTHING = msgspec.Raw(b"")


class _Part(msgspec.Struct, rename="camel", gc=False):
    """A message of proto/zerocards; fields nobody here asks for are skipped."""


class CommandId(_Part):
    session: str = ""
    n: int = 0


class Refusal(_Part):
    code: str = ""
    retry_after_ms: int = 0


class Choice(_Part):
    kind: str
    options: list[str] = []
    count: int = 0
    optional: bool = False
    extras: list["LegalPlay"] = []


class LegalPlay(_Part):
    card: str
    choices: list[Choice] = []
    colours: list[str] = []


class Seat(_Part):
    seat: str = ""
    hand: list[str] = []
    verbs: list[str] = []
    plays: list[LegalPlay] = []
    catches: list[str] = []


class Duel(_Part):
    sum: str = ""


class Table(_Part):
    turn: str = ""
    turn_number: int = 0
    replay: int = 0
    duel: Duel | None = None


class Welcome(_Part):
    player_id: str = ""
    token: str = ""
    room: str = ""


class Entered(_Part):
    code: str = ""
    seat: str = ""


class Update(_Part):
    """`table` and `events` stay bytes: every player gets them, few need them."""

    version: int = 0
    now_ms: float = 0.0
    table: msgspec.Raw = _NOTHING
    seat: Seat | None = None
    events: msgspec.Raw = _NOTHING
    full: bool = False
    closed: bool = False


class Reply(_Part):
    id: CommandId | None = None
    refusal: Refusal | None = None
    version: int = 0


class Notice(_Part):
    kind: str = ""


class ServerFrame(_Part):
    welcome: Welcome | None = None
    entered: Entered | None = None
    update: Update | None = None
    reply: Reply | None = None
    notice: Notice | None = None


decode_frame = msgspec.json.Decoder(ServerFrame).decode
decode_table = msgspec.json.Decoder(Table).decode
decode_events = msgspec.json.Decoder(list[dict[str, dict[str, object]]]).decode
encode = msgspec.json.Encoder().encode
