"""The shapes of views: msgspec Structs whose JSON is the canonical JSON of view.proto, field by field."""

import msgspec

from services.game.engine.cards import Card
from services.game.engine.settings import CustomRule


class View(msgspec.Struct, rename="camel", omit_defaults=True):
    """What all have: camelCase, and fields at their zero left out."""


class SeatInfo(View):
    """Who sits where."""

    seat: str
    name: str
    bot: str = ""
    connected: bool = False
    score: int = 0
    agreed: bool = False
    left: bool = False
    stand_in: bool = False


class Standing(View):
    """A line of the session table (COM-25)."""

    name: str
    seat: str = ""
    games_won: int = 0
    points: int = 0
    games: int = 0


class RoomView(View):
    """The room, the same for everyone."""

    code: str
    ruleset: str
    phase: str
    host: str = ""
    settings: dict[str, str] = {}
    custom_rule: CustomRule | None = None
    seats: list[SeatInfo] = []
    standings: list[Standing] = []
    waiting: list[str] = []
    next_seed_hash: str = ""
    open_choice_ms: float = 0
    plays_custom_rule: bool = False


class TableSeat(View):
    """One player at the table."""

    seat: str
    cards: int = 0
    called: bool = False
    frozen: bool = False
    out: str = ""


class StackView(View):
    """A draw penalty aimed at the player on turn."""

    cards: int
    by: str = ""
    last: str = ""


class BombView(View):
    """The bomb on the discard pile."""

    countdown: int
    cards: int


class DuelView(View):
    """The sum both duellists got."""

    by: str
    against: str
    sum: str
    deadline_ms: float


class CircleView(View):
    """Who has handed in a circle."""

    by: str
    deadline_ms: float
    handed_in: list[str] = []


class XrayView(View):
    """Who looks into whose hand."""

    by: str
    target: str
    until_ms: float


class SeatResult(View):
    """What the round left one player with."""

    seat: str
    hand: list[Card] = []
    points: int = 0
    score: int = 0


class RoundResult(View):
    """How the round ended; with the seed anyone can deal it again (COM-29)."""

    winner: str = ""
    reason: str = ""
    seats: list[SeatResult] = []
    seed: str = ""
    game_winner: str = ""


class TableView(View):
    """The round, the same for everyone at the table and for spectators."""

    round: int
    seed_hash: str
    phase: str
    turn: str = ""
    turn_number: int = 0
    turn_started_ms: float = 0
    turn_deadline_ms: float = 0
    direction: int = 0
    colour: str = ""
    top: Card = ""
    discard: list[Card] = []
    discard_count: int = 0
    draw_count: int = 0
    seats: list[TableSeat] = []
    stack: StackView | None = None
    bomb: BombView | None = None
    chaos: int = 0
    panic: int = 0
    duel: DuelView | None = None
    circle: CircleView | None = None
    dealer: str = ""
    result: RoundResult | None = None
    xray: XrayView | None = None
    replay: int = 0


class Choice(View):
    """A choice that a play needs."""

    kind: str
    options: list[str] = []
    count: int = 0
    optional: bool = False
    extras: list["LegalPlay"] = []


class LegalPlay(View):
    """A card that may be played, and what has to be chosen with it."""

    card: Card
    choices: list[Choice] = []
    colours: list[str] = []


class RevealView(View):
    """A hand shown to this seat alone."""

    kind: str
    seat: str
    hand: list[Card]
    until_ms: float


class SeatView(View):
    """What one seat sees besides."""

    seat: str
    hand: list[Card] = []
    drawn: Card = ""
    verbs: list[str] = []
    plays: list[LegalPlay] = []
    catches: list[str] = []
    reveal: RevealView | None = None


class OpenRoom(View):
    """A room as the list of open lobbies shows it; the JSON of lobby.proto's OpenRoom."""

    code: str
    host_name: str
    ruleset: str
    players: int
    bots: int = 0
    max_players: int = 0
    created_ms: float = 0
    settings: dict[str, str] = {}
