"""Turns, cards, piles, stacks and last cards."""

from typing import ClassVar

from services.game.engine.cards import Card
from services.game.engine.events.base import Event, Private


class TurnStarted(Event):
    """A turn begins."""

    seat: str
    number: int


class TurnMissed(Event):
    """A turn was lost before it began."""

    seat: str
    reason: str


class TurnPassed(Event):
    """A turn ended without a card."""

    seat: str
    reason: str


class CardPlayed(Event):
    """A card was played, an extra on it or others under it; the new top is `extra` if there is one."""

    seat: str
    card: Card
    target: str = ""
    jump_in: bool = False
    extra: Card = ""
    extra_target: str = ""
    under: list[Card] = []


class CardsDrawn(Event):
    """Cards were drawn from the draw pile."""

    private: ClassVar[Private] = {"cards": ("seat",)}
    seat: str
    count: int
    reason: str
    cards: list[Card] = []
    forfeited: int = 0


class DrawnCardPlayable(Event):
    """The turn player may play the card just drawn; no other one (COM-04)."""

    hidden: ClassVar[bool] = True
    card: Card


class PileRecycled(Event):
    """The discard pile without its top became the draw pile (COM-06)."""

    private: ClassVar[Private] = {"order": (), "counter": ()}
    count: int
    order: list[Card]
    counter: int


class DirectionTurned(Event):
    """Play goes the other way."""

    direction: int


class ColourAsked(Event):
    """A player owes a colour; `resume` is on turn after it."""

    private: ClassVar[Private] = {"resume": (), "start": ()}
    seat: str
    resume: str
    start: bool = False


class ColourChosen(Event):
    """The current colour was named, by a player or a storm."""

    private: ClassVar[Private] = {"counter": ()}
    seat: str
    colour: str
    reason: str
    counter: int = 0


class StackAimed(Event):
    """A stack is aimed at a player; `cards` is all of it."""

    private: ClassVar[Private] = {"last": ()}
    cards: int
    by: str
    target: str
    last: str
    mirrored: bool = False


class StackCleared(Event):
    """The stack, or the Wild +4, no longer waits for anyone."""

    hidden: ClassVar[bool] = True


class ChallengeOpened(Event):
    """A Wild +4 may be challenged."""

    private: ClassVar[Private] = {"guilty": (), "hand": ()}
    attacker: str
    challenger: str
    cards: int
    guilty: bool
    hand: list[Card]


class ChallengeDecided(Event):
    """A Wild +4 was challenged; the challenger has seen the attacker's hand (CL-12)."""

    attacker: str
    challenger: str
    guilty: bool


class HandReturned(Event):
    """The hand of somebody who is out was shuffled into the draw pile."""

    private: ClassVar[Private] = {"order": (), "counter": ()}
    seat: str
    count: int
    order: list[Card]
    counter: int


class PlayerKnockedOut(Event):
    """A player is out by Mercy (MC-04)."""

    seat: str


class LastCardCalled(Event):
    """A last card was called."""

    seat: str


class WindowsClosed(Event):
    """These players can no longer be caught for the card they hold."""

    hidden: ClassVar[bool] = True
    seats: list[str]


class PlayerCaught(Event):
    """A player had not called."""

    seat: str
    by: str


class CatchMissed(Event):
    """A player was wrongly caught; it costs the catcher (ZC-31)."""

    seat: str
    by: str
