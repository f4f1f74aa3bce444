"""Faces: what is printed on a card, one file each, found by itself. The catalogue is all that others know of them."""

import importlib
import pkgutil
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, ClassVar

import msgspec

from services.game.engine.cards import COLOURS, Card

if TYPE_CHECKING:
    from services.game.engine.events import Event
    from services.game.engine.room import Room
    from services.game.engine.table import Challenge, Stack


class Use(msgspec.Struct):
    """One card's use: who played it, and the choices made for it. An extra (ZC-17) is a use of its own."""

    seat: str
    card: Card
    followed: str  # the current colour when it was played (CL-11)
    target: str = ""
    give: tuple[Card, ...] = ()


# Yields what happens and returns the seat that is on turn next.
Effect = Generator["Event", None, str]


class Face:
    """The questions the engine asks a face; the commonest answers: it goes by colour or symbol and does nothing."""

    id: ClassVar[str]
    kind: ClassVar[str] = "action"  # "digit", "action", "special" or "wild"
    symbol: ClassVar[str] = ""
    label: ClassVar[Mapping[str, str]] = {}
    help: ClassVar[Mapping[str, str]] = {}
    wild: ClassVar[bool] = False
    points: ClassVar[int] = 20
    chaos: ClassVar[int] = 1  # what a play adds to the meter (ZC-24)
    draws: ClassVar[int] = 0  # the number of a draw card
    # The setting special.<name> that takes it out of the deck.
    special: ClassVar[str] = ""
    # Every choice that a play may need, for the catalogue.
    choices: ClassVar[tuple[str, ...]] = ()
    # Cards of the hand go under it: `along` says which.
    takes_along: ClassVar[bool] = False
    # May be a start card where the rule set has no say of its own.
    starts: ClassVar[bool] = True

    def cards(self) -> list[Card]:
        """The face in every colour it comes in."""
        return [self.id] if self.wild else [colour + self.id for colour in COLOURS]

    def needs(self, room: "Room", seat: str, card: Card) -> tuple[str, ...]:
        """The choices this play needs, in the order they are asked for; "colour?" and "extra?" may be left out."""
        return self.choices

    def targets(self, room: "Room", seat: str) -> list[str]:
        """Whom it may aim at. With nobody it is played without effect (ZC-36)."""
        return room.round.others(seat)

    def answers(self, room: "Room", stack: "Stack | Challenge") -> bool:
        """Whether it may be played into a stack (ZC-07)."""
        return False

    def along(self, room: "Room", seat: str, card: Card) -> list[Card]:
        """Cards of the hand that go under it (MC-08)."""
        return []

    def effect(self, room: "Room", use: Use) -> Effect:
        """What it does once it lies and the game goes on."""
        return room.round.after(use.seat)
        yield  # a generator, like those that do something

    def minigame(self, room: "Room", use: Use, resume: str) -> "Generator[Event, None, bool]":
        """Starts a minigame after everything else (ZC-29); False where there is none. `resume` is on turn after it."""
        return False
        yield

    def start(self, room: "Room", first: str) -> Effect:
        """What it does as start card; returns who begins."""
        return first
        yield


FACES: dict[str, Face] = {}
# Every card there is, also with a chosen colour, to its face.
FACE: dict[Card, Face] = {}
# The cards that others of the hand may go under.
TAKING_ALONG: set[Card] = set()


def register(face: Face) -> None:
    """Makes a face known everywhere: to the deck, the notation, the catalogue."""
    FACES[face.id] = face
    for card in face.cards():
        FACE[card] = face
        if face.takes_along:
            TAKING_ALONG.add(card)
        if face.wild:
            FACE.update({f"{card}/{colour}": face for colour in COLOURS})


for _module in pkgutil.iter_modules(__path__):
    for _face in importlib.import_module(f"{__name__}.{_module.name}").FACES:
        register(_face)
