"""Who applies which event: the register that `evolve` reads."""

from collections.abc import Callable
from typing import Any

from services.game.engine.events import Event
from services.game.engine.room import Room

Evolve = Callable[[Room, Any], None]
EVOLVE: dict[type[Event], Evolve] = {}


def evolves(kind: type[Event]) -> Callable[[Evolve], Evolve]:
    """Registers the function that applies this kind of event."""

    def register(function: Evolve) -> Evolve:
        EVOLVE[kind] = function
        return function

    return register
