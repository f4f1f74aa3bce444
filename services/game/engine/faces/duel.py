"""Duel: you and an opponent get the same sum (ZC-14)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine.faces import Face, Use

if TYPE_CHECKING:
    from services.game.engine.events import Event
    from services.game.engine.room import Room


class DuelCard(Face):
    """The minigame comes after everything else the play does."""

    id = "duel"
    kind = "special"
    special = "duel"
    symbol = "duel"
    choices = ("target",)
    label = {"en": "Duel", "de": "Duell", "nl": "Duel"}
    help = {
        "en": "Choose an opponent; both get the same sum. First right answer: the other draws 3. Wrong: you draw 5. "
        "No answer: both draw 2.",
        "de": "Wähle jemanden; beide bekommen dieselbe Aufgabe. Zuerst richtig: die andere Person zieht 3. Falsch: du "
        "ziehst 5. Keine Antwort: beide ziehen 2.",
        "nl": "Kies een tegenstander; beiden krijgen dezelfde som. Eerste goede antwoord: de ander pakt er 3. Fout: "
        "jij pakt er 5. Geen antwoord: beiden 2.",
    }

    def minigame(self, room: "Room", use: Use, resume: str) -> "Generator[Event, None, bool]":
        from services.game.engine.minigames import duel  # noqa: PLC0415  (turns are built upon faces)

        if not use.target:
            return False
        return (yield from duel.begin(room, use.seat, use.target, resume))


FACES: list[Face] = [DuelCard()]
