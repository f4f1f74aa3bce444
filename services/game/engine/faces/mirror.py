"""Mirror: sends a stack back to whoever aimed it; without one a card without effect (ZC-10)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.table import Challenge, Stack

if TYPE_CHECKING:
    from services.game.engine.room import Room


class Mirror(Face):
    """Into a stack it goes on anything."""

    id = "mirror"
    kind = "special"
    special = "mirror"
    symbol = "mirror"
    label = {"en": "Mirror", "de": "Spiegel", "nl": "Spiegel"}
    help = {
        "en": "With a stack on you: sends all of it back to whoever aimed it. Otherwise it does nothing.",
        "de": "Liegt ein Stapel auf dir, geht er ganz an den zurück, der ihn gelegt hat. Sonst tut er nichts.",
        "nl": "Ligt er een stapel op jou, dan gaat die helemaal terug naar wie hem legde. Anders doet hij niets.",
    }

    def answers(self, room: "Room", stack: Stack | Challenge) -> bool:
        return True

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        stack = table.pending
        if not isinstance(stack, Stack):
            return table.after(use.seat)
        # It moves on where its author has left, or has thrown this Mirror in themselves (ZC-32).
        back = stack.by if stack.by not in (use.seat, *table.out) else ""
        target = back or table.after(use.seat)
        yield events.StackAimed(cards=stack.cards, by=use.seat, target=target, last=stack.last, mirrored=True)
        return target


FACES: list[Face] = [Mirror()]
