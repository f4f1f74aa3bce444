"""All that a bot sees, and what every level asks of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from services.game.engine.cards import Card
from services.game.engine.commands import PlayCard
from services.game.engine.faces import FACE
from services.game.engine.memory import Memory
from services.game.engine.shapes import RoomView, SeatView, TableSeat, TableView

# Whoever holds no more than this may be out before the bot's next turn.
CLOSE_TO_OUT = 2


def is_digit(card: Card) -> bool:
    return FACE[card].kind == "digit"


def colours(cards: Sequence[Card]) -> Counter[str]:
    """How many cards of each colour there are; wilds have none."""
    return Counter(card[0] for card in cards if not FACE[card].wild)


def strongest_colour(cards: Sequence[Card], among: Sequence[str], rng: Random) -> str:
    """Of these colours one that most of the cards have."""
    held = colours(cards)
    most = max(held[colour] for colour in among)
    return rng.choice([colour for colour in among if held[colour] == most])


def left_by(hand: Sequence[Card], play: PlayCard) -> list[Card]:
    """The hand that the play leaves, before anybody else's cards come to it; of two equal cards one stays."""
    rest = list(hand)
    for card in (play.card, play.extra, *play.give, *play.extra_give):
        if card in rest:
            rest.remove(card)
    if FACE[play.card].id == "discard":  # MC-08
        rest = [card for card in rest if card[0] != play.card[0] or FACE[card].wild]
    return rest


@dataclass(frozen=True)
class Sight:
    """The three views of one moment and what the seat remembers: nothing here is hidden from it."""

    room: RoomView
    table: TableView
    seat: SeatView
    memory: Memory = field(default_factory=Memory)

    @property
    def me(self) -> str:
        return self.seat.seat

    @property
    def hand(self) -> Sequence[Card]:
        return self.seat.hand

    @property
    def my_turn(self) -> bool:
        return self.table.turn == self.me

    def may(self, verb: str) -> bool:
        return verb in self.seat.verbs

    def is_on(self, setting: str) -> bool:
        return self.room.settings.get(setting) == "on"

    @cached_property
    def others(self) -> Sequence[TableSeat]:
        """Opponents still in the round, the next player first."""
        around = self.table.seats[:: self.table.direction or 1]
        mine = next(index for index, seat in enumerate(around) if seat.seat == self.me)
        return [seat for seat in (*around[mine + 1 :], *around[:mine]) if not seat.out]

    @cached_property
    def cards(self) -> dict[str, int]:
        """How many cards each seat holds."""
        return {seat.seat: seat.cards for seat in self.table.seats}

    @cached_property
    def next_cards(self) -> int:
        return self.others[0].cards if self.others else 0

    @cached_property
    def last_cards(self) -> int:
        """What the player before the bot holds: the next one after a reverse."""
        return self.others[-1].cards if self.others else 0

    @cached_property
    def fewest(self) -> int:
        """What the opponent closest to going out holds."""
        return min((seat.cards for seat in self.others), default=0)
