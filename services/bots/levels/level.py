"""What makes a level: its taste for plays, and how reliable its memory, eye, head and hand are."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from services.bots.levels.sight import Sight
from services.game.engine.commands import PlayCard


@dataclass(frozen=True, kw_only=True)
class Level:
    """Shares are 0–1."""

    # The play it likes best, or None where it would rather draw, pass or take.
    pick: Callable[[Sight, Random], PlayCard | None]
    # Whether to challenge the open Wild +4.
    doubts: Callable[[Sight, Random], bool]
    # Last cards it remembers to call.
    calls: float
    # Uncalled last cards of others that it notices.
    catches: float
    # Duels it solves correctly.
    solves: float
    # How far its circles stray, as a share of the radius.
    wobble: float
