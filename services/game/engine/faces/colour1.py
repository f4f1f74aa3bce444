"""Colour+1: a colour, and one extra card of it or a wild along with it (ZC-17)."""

from services.game.engine.faces import Face
from services.game.engine.faces.wild import ColourWild


class ColourPlusOne(ColourWild):
    """The extra's own effect and choices are the play's; it may be left out."""

    id = "wild+1"
    special = "colour1"
    symbol = "+1"
    chaos = 2
    starts = False
    choices = ("colour", "extra?")
    label = {"en": "Colour+1", "de": "Farbe+1", "nl": "Kleur+1"}
    help = {
        "en": "Always playable, but not into a stack. Choose a colour and put one more card of it, or a wild, along.",
        "de": "Passt immer, nur nicht auf einen Stapel. Wähle eine Farbe und lege noch eine Karte davon oder eine "
        "Farbwahl dazu.",
        "nl": "Past altijd, maar niet op een stapel. Kies een kleur en leg er nog een kaart van, of een kleurkeuze, "
        "bij.",
    }


FACES: list[Face] = [ColourPlusOne()]
