"""Pairs of games that differ only in cards which nobody plays, draws or is shown (P7)."""

import random

from services.game.engine import Refused, Room, apply
from services.game.engine.cards import Card
from services.game.engine.commands import Expire
from services.game.engine.events import Event
from tools.soak.game import Step
from tools.soak.secrecy import NOBODY, blind, readers, received, remembered
from tools.soak.soundness import stored
from tools.soak.violation import insist

# How often all that is hidden from one seat is another way round, instead of two cards.
ALL_HIDDEN = 0.3
# So many seats of a pair are compared, besides what everyone sees.
READERS = 2


class Pair:
    """A twin of a room in the middle of a round, given the same commands while somebody cannot tell them apart.

    `alike` are the readers who could not tell so far, `compared` counts what was compared for them.
    """

    def __init__(self, room: Room, rng: random.Random) -> None:
        self.twin = stored(room)
        _exchange(self.twin, rng)
        self.alike = [
            reader for reader in readers(room, rng, READERS) if blind(self.twin, reader) == blind(room, reader)
        ]
        self.compared = 0

    def follow(self, step: Step) -> bool:
        """Gives the twin the command too, and compares what each reader is sent. False: the pair has come apart."""
        try:
            happened = apply(self.twin, step.command, step.now)
        except Refused:
            return False  # the card played was one of those exchanged
        if isinstance(step.command, Expire) and _causes(happened) != _causes(step.events):
            return False  # ZC-05: that the server drew for a player says that they had nothing to play
        there = {NOBODY, *(seat.seat for seat in step.room.seated())}
        self.alike = [
            reader
            for reader in self.alike
            if reader in there
            and blind(self.twin, reader) == blind(step.room, reader)
            and _shown(happened, reader) == _shown(step.events, reader)
        ]
        for reader in self.alike:
            sent = received(step.room, step.events, reader, step.now)
            twins = received(self.twin, happened, reader, step.now)
            insist(sent == twins, f"{reader or 'everyone'} cannot tell hidden cards apart:\n{sent}\n{twins}")
            alike = remembered(step.room, reader) == remembered(self.twin, reader)
            insist(alike, f"a bot at {reader} remembers nothing that it was not shown")
            self.compared += 1
        return bool(self.alike)


def _causes(happened: list[Event]) -> list[str]:
    return [getattr(event, "reason", "") for event in happened]


def _shown(happened: list[Event], reader: str) -> list[object]:
    """What events show to the reader because it concerns them: they drew it, gave it, got it."""
    return [
        getattr(event, name)
        for event in happened
        for name, holders in event.private.items()
        if reader in [getattr(event, holder) for holder in holders]
    ]


def _exchange(room: Room, rng: random.Random) -> None:
    """Two hidden cards change places, or all that one reader does not see."""
    table = room.round
    reader = rng.choice([NOBODY, *table.order])
    piles = [table.draw, *(hand for seat, hand in table.hands.items() if seat != reader)]
    places = [(pile, at) for pile in piles for at in range(len(pile))]
    if rng.random() > ALL_HIDDEN:
        places = rng.sample(places, min(2, len(places)))
    cards: list[Card] = [pile[at] for pile, at in places]
    rng.shuffle(cards)
    for (pile, at), card in zip(places, cards, strict=True):
        pile[at] = card
