"""The room: the one aggregate that commands change. Seats, host, settings, the session table, and the round."""

import msgspec

from services.game.engine.rulesets import RULESETS, RuleSet
from services.game.engine.settings import CustomRule, Settings
from services.game.engine.table import Table

# How many may wait for a seat (COM-30).
MAX_WAITING = 20

_BOT = "bot:"


def bot_player(seat: str) -> str:
    """The player id of the bot in a seat."""
    return f"{_BOT}{seat}"


def may_be_a_persons(player: str) -> bool:
    """Whether the player id is one that a person can have: not empty, and none that a bot may get."""
    return bool(player) and not player.startswith(_BOT)


class Seat(msgspec.Struct, omit_defaults=True):
    """A player's place. Times are ms."""

    seat: str
    name: str
    player: str = ""  # the global id; never shown to others
    bot: str = ""  # a bot's level; empty for a human
    connected: bool = False
    gateway: str = ""
    connection: str = ""
    offline_since: int = 0
    score: int = 0
    agreed: bool = False
    left: bool = False
    stand_in: bool = False  # a bot plays for a human who is away
    missed: int = 0  # turns in a row played for them while offline


class Waiting(msgspec.Struct, omit_defaults=True):
    """A spectator who waits for a seat; the connection is empty until it is known."""

    player: str
    name: str
    gateway: str = ""
    connection: str = ""


class Record(msgspec.Struct, omit_defaults=True):
    """One line of the session table (COM-25)."""

    name: str
    games_won: int = 0
    points: int = 0
    games: int = 0


class Room(msgspec.Struct, omit_defaults=True):
    """Everything about a room. Only `evolve` changes it; `now` is the clock of the last command, ms."""

    code: str
    now: int = 0
    created: int = 0
    ruleset: str = ""
    phase: str = "lobby"  # "lobby", "playing", "round_over", "game_over"
    settings: Settings = msgspec.field(default_factory=Settings)
    custom_rule: CustomRule | None = None
    seats: list[Seat] = []
    seat_count: int = 0  # seats ever given, so that none is reused
    host: str = ""
    host_active: int = 0
    table: Table | None = None
    dealt: int = 0  # rounds ever dealt here
    next_seed: bytes = b""
    records: dict[str, Record] = {}  # player → line of the session table
    waiting: list[Waiting] = []
    banned: dict[str, int] = {}  # player → until
    last_winner: str = ""
    last_dealer: str = ""
    over_since: int = 0
    choice_open: bool = False
    paused_at: int = 0  # no human connected since; 0 while one is
    closed: bool = False

    @property
    def rules(self) -> RuleSet:
        return RULESETS[self.ruleset]

    @property
    def round(self) -> Table:
        """The round's table. Whoever asks knows there is one."""
        if self.table is None:
            raise AssertionError("no round in this room")
        return self.table

    def find(self, seat: str) -> Seat | None:
        for found in self.seats:
            if found.seat == seat:
                return found
        return None

    def at(self, seat: str) -> Seat:
        """The seat of somebody known to sit there."""
        found = self.find(seat)
        if found is None:
            raise AssertionError(f"no seat {seat}")
        return found

    def seat_of(self, player: str) -> str:
        """Where the player sits; a bot that plays for somebody away goes by a name of its own."""
        for found in self.seats:
            if not found.left and (found.player == player or (found.stand_in and player == bot_player(found.seat))):
                return found.seat
        return ""

    def player_of(self, seat: str) -> str:
        found = self.find(seat)
        return found.player if found else ""

    def waiting_of(self, player: str) -> Waiting | None:
        return next((waiting for waiting in self.waiting if waiting.player == player), None)

    def seated(self) -> list[Seat]:
        """Who has not left."""
        return [seat for seat in self.seats if not seat.left]

    def humans(self) -> list[Seat]:
        """Humans who have not left, also those a bot plays for."""
        return [seat for seat in self.seats if not seat.left and (not seat.bot or seat.stand_in)]
