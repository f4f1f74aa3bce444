"""`evolve`: applies one event to the room and never refuses. Nothing else changes a room's state."""

from services.game.engine import evolve_room, evolve_specials, evolve_table  # noqa: F401  (they register what they apply)
from services.game.engine.events import Event
from services.game.engine.evolves import EVOLVE
from services.game.engine.memory import REMEMBER
from services.game.engine.room import Room


def evolve(room: Room, event: Event) -> None:
    """Applies the event. `room.now` is the time it happened, ms."""
    kind = type(event)
    EVOLVE[kind](room, event)
    remember = REMEMBER.get(kind)
    if remember is not None:
        remember(room.round, event)
