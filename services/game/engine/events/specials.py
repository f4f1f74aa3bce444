"""Hands that move, specials, chaos and minigames."""

from typing import ClassVar

from services.game.engine.cards import Card
from services.game.engine.events.base import Event, Private
from services.game.engine.table import Stroke


class HandsSwapped(Event):
    """Two players changed whole hands."""

    seat: str
    target: str


class HandsMoved(Event):
    """All hands moved on one place."""

    direction: int
    reason: str


class HandsShuffled(Event):
    """All hands were gathered, shuffled and dealt out again from `first` on."""

    private: ClassVar[Private] = {"order": (), "counter": ()}
    first: str
    order: list[Card]
    counter: int


class CardsGiven(Event):
    """Cards changed hands as a gift."""

    private: ClassVar[Private] = {"cards": ("seat", "target")}
    seat: str
    target: str
    count: int
    cards: list[Card]


class CardStolen(Event):
    """A random card changed hands."""

    private: ClassVar[Private] = {"card": ("by", "target"), "counter": ()}
    by: str
    target: str
    card: Card
    counter: int


class HandReplaced(Event):
    """A hand was shuffled back and as many cards drawn (ZC-21)."""

    private: ClassVar[Private] = {"order": (), "counter": ()}
    seat: str
    by: str
    count: int
    # The draw pile with the old hand in it, before as many are drawn from its end.
    order: list[Card]
    counter: int


class HandShown(Event):
    """One player sees another's hand for a while (ZC-20)."""

    by: str
    target: str
    until_ms: int


class PlayerFrozen(Event):
    """A player will miss their next turn."""

    seat: str
    by: str


class BombArmed(Event):
    """A bomb lies on the pile, or the one there grew."""

    by: str
    countdown: int
    cards: int


class BombTicked(Event):
    """A turn's start ticked the bomb."""

    countdown: int


class BombExploded(Event):
    """The bomb went off on a player."""

    seat: str
    cards: int


class PanicStarted(Event):
    """The next turns last 2 s each."""

    turns: int


class ChaosRaised(Event):
    """The chaos meter rose."""

    chaos: int


class StormBurst(Event):
    """The meter was full."""

    private: ClassVar[Private] = {"counter": ()}
    kind: str
    counter: int


class DuelStarted(Event):
    """Two players got a sum."""

    private: ClassVar[Private] = {"solution": (), "resume": (), "counter": ()}
    by: str
    against: str
    sum: str
    solution: int
    resume: str
    counter: int


class DuelDecided(Event):
    """The duel is over; `answered` is empty when nobody did."""

    answered: str = ""
    answer: str = ""
    right: bool = False
    solution: str = ""


class CircleStarted(Event):
    """Everybody draws a circle."""

    private: ClassVar[Private] = {"resume": ()}
    by: str
    resume: str


class StrokeHandedIn(Event):
    """A player handed in a circle."""

    private: ClassVar[Private] = {"stroke": ()}
    seat: str
    stroke: Stroke


class CircleDecided(Event):
    """The circles are ranked, best first; `cards` went under the top."""

    scores: list[Stroke]
    best: str = ""
    worst: str = ""
    cards: list[Card] = []


class CustomRuleDone(Event):
    """The custom rule was carried out."""

    seat: str
    target: str = ""
