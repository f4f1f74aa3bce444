"""Hands shown to one seat for a while (ZC-20, CL-12)."""

from typing import TYPE_CHECKING

from services.game.engine.table import Reveal

if TYPE_CHECKING:
    from services.game.engine.room import Room

REVEAL_MS = 6000


def reveal(room: "Room", shown: Reveal) -> None:
    """Shows the hand; a seat is shown one at a time, and what is over is forgotten."""
    kept = [other for other in room.round.reveals if other.until > room.now and other.to != shown.to]
    room.round.reveals = [*kept, shown]
