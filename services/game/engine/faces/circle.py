"""Circle: everybody draws one (ZC-15)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine.faces import Face, Use

if TYPE_CHECKING:
    from services.game.engine.events import Event
    from services.game.engine.room import Room


class CircleCard(Face):
    """The minigame comes after everything else the play does."""

    id = "circle"
    kind = "special"
    special = "circle"
    symbol = "circle"
    label = {"en": "Circle", "de": "Kreis", "nl": "Cirkel"}
    help = {
        "en": "Everybody draws a circle. The best puts away up to 2 of their dearest cards, the worst draws 2.",
        "de": "Alle zeichnen einen Kreis. Der beste legt bis zu 2 seiner teuersten Karten weg, der schlechteste "
        "zieht 2.",
        "nl": "Iedereen tekent een cirkel. De beste legt tot 2 van de duurste kaarten weg, de slechtste pakt er 2.",
    }

    def minigame(self, room: "Room", use: Use, resume: str) -> "Generator[Event, None, bool]":
        from services.game.engine.minigames import circle  # noqa: PLC0415  (turns are built upon faces)

        return (yield from circle.begin(room, use.seat, resume))


FACES: list[Face] = [CircleCard()]
