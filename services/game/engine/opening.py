"""Who begins: dice, a draw for the deal, or chance (ZC-03, CL-03, MC-02). Shared by the rule sets."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.faces import FACE
from services.game.engine.rng import Rng

if TYPE_CHECKING:
    from services.game.engine.room import Room

Opening = Generator[events.Event, None, str]

DIE = 6


def dice(room: "Room") -> Opening:
    """Everybody rolls; the highest begins, ties roll again among themselves."""
    table = room.round
    rng = Rng(table.seed, table.counter)
    rolls: list[events.Roll] = []
    tied = list(table.order)
    while len(tied) > 1:
        rolled = [events.Roll(seat=seat, value=rng.below(DIE) + 1) for seat in tied]
        rolls += rolled
        tied = [roll.seat for roll in rolled if roll.value == max(roll.value for roll in rolled)]
    yield events.DiceRolled(rolls=rolls, begins=tied[0], counter=rng.counter)
    return tied[0]


def dealer_draw(room: "Room") -> Opening:
    """Everybody draws a card; the highest digit deals, symbols count 0, ties draw again. The dealer's left begins."""
    table = room.round
    rng = Rng(table.seed, table.counter)
    deck = room.rules.deck(room.settings, len(table.order))
    draws: list[events.DealerDraw] = []
    tied = list(table.order)
    while len(tied) > 1:
        rng.shuffle(deck)
        drawn = [events.DealerDraw(seat=seat, card=card) for seat, card in zip(tied, deck, strict=False)]
        draws += drawn
        highest = max(_rank(draw.card) for draw in drawn)
        tied = [draw.seat for draw in drawn if _rank(draw.card) == highest]
    yield events.DealerDrawn(draws=draws, dealer=tied[0], counter=rng.counter)
    return table.after(tied[0])


def deal_moves_left(room: "Room") -> Opening:
    """The first round's deal is drawn for; it moves to the dealer's left each round after (CL-03)."""
    table = room.round
    last = room.last_dealer
    if table.round == 1 or last not in table.order:
        return (yield from dealer_draw(room))
    dealer = table.after(last)
    yield events.DealerDrawn(draws=[], dealer=dealer, counter=table.counter)
    return table.after(dealer)


def last_winner_or_dice(room: "Room") -> Opening:
    """The last round's winner begins; without one, dice."""
    if room.round.round > 1 and room.last_winner in room.round.order:
        return room.last_winner
    return (yield from dice(room))


def last_winner_or_chance(room: "Room") -> Opening:
    """The last round's winner begins; without one, anybody."""
    table = room.round
    if table.round > 1 and room.last_winner in table.order:
        return room.last_winner
    rng = Rng(table.seed, table.counter)
    begins = table.order[rng.below(len(table.order))]
    yield events.StarterDrawn(counter=rng.counter)
    return begins


def _rank(card: str) -> int:
    face = FACE[card]
    return int(face.id) if face.kind == "digit" else 0
