"""What a player did and saw, as they noted it down at the time."""

from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["unknown", "accepted", "refused"]


@dataclass
class Asked:
    """One command."""

    id: str
    verb: str
    at: float
    """When it was first sent; this and all other times are of the monotonic clock, s."""
    outcome: Outcome = "unknown"
    version: int = 0
    """That holds its effect, where it was accepted."""
    code: str = ""
    """Of the refusal; also of one that leaves the outcome unknown."""
    answered_at: float = 0.0
    sent: int = 1
    """How often: again after each loss of the connection, and now and then just so."""
    differently: bool = False
    """Asked again after an answer, it was answered in another way."""


@dataclass(slots=True)
class Shown:
    """One update."""

    version: int
    at: float
    committed_ms: float
    full: bool
    events: bytes
    seat: str
    """Whose view it was; empty where it held none."""
    hand: tuple[str, ...] | None
    """As that view had it; None where it held none."""


@dataclass
class Away:
    """A time without a connection."""

    since: float
    gateway: int
    """Where the connection had been."""
    until: float = float("inf")
    """When the room was shown again."""


@dataclass
class Record:
    """Everything of one player."""

    name: str
    code: str = ""
    seat: str = ""
    """Given when the room was entered; it must stay so."""
    asked: list[Asked] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    away: list[Away] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)
    """When it was decided to leave a turn to the clock."""
    seats: list[str] = field(default_factory=list)
    """Every seat that the gateway has named as theirs, in the order of its saying so."""
    notices: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What should never have been heard: a spent token, an unreadable frame."""
    gaps: int = 0
    repeats: int = 0
    rollbacks: int = 0

    @property
    def version(self) -> int:
        """The last that was shown."""
        return self.shown[-1].version if self.shown else 0
