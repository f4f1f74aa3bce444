"""Colour Roulette: the next draws until the chosen colour comes (MC-11)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.draw import draw_until_colour
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.wild import ColourWild

if TYPE_CHECKING:
    from services.game.engine.room import Room


class ColourRoulette(ColourWild):
    """Wilds do not count; all that was drawn is kept, and the turn is lost."""

    id = "wildroulette"
    symbol = "roulette"
    starts = False
    label = {"en": "Colour Roulette", "de": "Farbroulette", "nl": "Kleurroulette"}
    help = {
        "en": "Choose a colour; the next player draws until it comes, keeps everything and loses the turn.",
        "de": "Wähle eine Farbe; der Nächste zieht, bis sie kommt, behält alles und setzt aus.",
        "nl": "Kies een kleur; de volgende pakt tot die komt, houdt alles en slaat over.",
    }

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        victim = table.after(use.seat)
        yield from draw_until_colour(room, victim, table.colour, "roulette")
        if victim not in table.out:
            yield events.TurnMissed(seat=victim, reason="roulette")
        return table.after(victim)


FACES: list[Face] = [ColourRoulette()]
