"""How a round begins and ends."""

from typing import ClassVar

import msgspec

from services.game.engine.cards import Card
from services.game.engine.events.base import Event, Private


class RoundStarted(Event):
    """A round is set up; `next_seed` is the seed of the one after it."""

    private: ClassVar[Private] = {"next_seed": ()}
    round: int
    seed_hash: str
    seats: list[str]
    new_game: bool = False
    next_seed: bytes = b""


class Roll(msgspec.Struct, rename="camel"):
    """One roll of the dice."""

    seat: str
    value: int


class DiceRolled(Event):
    """Dice decided who begins (ZC-03)."""

    private: ClassVar[Private] = {"counter": ()}
    rolls: list[Roll]
    begins: str
    counter: int


class DealerDraw(msgspec.Struct, rename="camel"):
    """One card drawn for the deal."""

    seat: str
    card: Card


class DealerDrawn(Event):
    """Cards, or the turn of the deal, decided who deals (CL-03)."""

    private: ClassVar[Private] = {"counter": ()}
    draws: list[DealerDraw]
    dealer: str
    counter: int


class StarterDrawn(Event):
    """The generator chose who begins (MC-02)."""

    hidden: ClassVar[bool] = True
    counter: int


class DeckShuffled(Event):
    """The draw pile is made; its last card is drawn first."""

    hidden: ClassVar[bool] = True
    order: list[Card]
    counter: int


class HandsDealt(Event):
    """Hands are dealt one by one from the draw pile."""

    cards: int
    first: str


class StartCardTurned(Event):
    """The start card lies face up; those turned before it are under the draw pile."""

    card: Card
    put_back: list[Card] = []


class RoundEnded(Event):
    """The round is over; `points` is what it gave each seat."""

    private: ClassVar[Private] = {"points": ()}
    winner: str
    reason: str
    points: dict[str, int]


class GameEnded(Event):
    """The game is over."""

    winner: str
