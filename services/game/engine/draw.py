"""Drawing cards: piles that run out, and hands that grow too large (COM-06, COM-07, MC-04)."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.cards import Card, bare, colour_of
from services.game.engine.rng import Rng

if TYPE_CHECKING:
    from services.game.engine.room import Room

# Yields what happens and returns how many cards were drawn.
Drawn = Generator[events.Event, None, int]


def draw(room: "Room", seat: str, count: int, reason: str) -> Drawn:
    """Draws as many as there are, recycling the discard pile in the middle; the rest is forfeited.

    Drawing may knock the player out, and with that end the round: look at `room.phase` afterwards.
    """
    table = room.round
    left = count
    while left:
        if not table.draw:
            if len(table.discard) < 2:
                yield events.CardsDrawn(seat=seat, count=0, reason=reason, forfeited=left)
                break
            yield recycled(room)
        take = min(left, len(table.draw), _room_left(room, seat))
        yield events.CardsDrawn(seat=seat, count=take, reason=reason, cards=table.draw[: -take - 1 : -1])
        left -= take
        if room.rules.mercy_limit and len(table.hands[seat]) >= room.rules.mercy_limit:
            yield from knock_out(room, seat)
            break
    return count - left


def draw_until_colour(room: "Room", seat: str, colour: str, reason: str) -> Drawn:
    """Draws card by card until one has the colour (wilds do not count), the piles or the player are out (MC-11)."""
    table = room.round
    drawn = 0
    while room.phase == "playing" and seat not in table.out and (table.draw or len(table.discard) > 1):
        drawn += yield from draw(room, seat, 1, reason)
        hand = table.hands[seat]
        if hand and colour_of(hand[-1]) == colour:
            break
    return drawn


def recycled(room: "Room") -> events.PileRecycled:
    """The discard pile without its top, shuffled; a recycled wild has lost its colour (COM-06)."""
    table = room.round
    order, counter = shuffled(room, [bare(card) for card in table.discard[:-1]])
    return events.PileRecycled(count=len(order), order=order, counter=counter)


def shuffled(room: "Room", cards: Sequence[Card]) -> tuple[list[Card], int]:
    """The cards in a random order, and the generator's counter after it."""
    rng = Rng(room.round.seed, room.round.counter)
    order = list(cards)
    rng.shuffle(order)
    return order, rng.counter


def returned(room: "Room", seat: str) -> events.HandReturned:
    """The hand of somebody who is out, shuffled into the draw pile."""
    table = room.round
    hand = table.hands[seat]
    order, counter = shuffled(room, table.draw + hand)
    return events.HandReturned(seat=seat, count=len(hand), order=order, counter=counter)


def knock_out(room: "Room", seat: str) -> Generator[events.Event, None, None]:
    """Mercy: out at once; the last one left wins the round (MC-04, MC-05)."""
    from services.game.engine.rounds import end_round  # noqa: PLC0415  (a round's end draws no cards)

    yield events.PlayerKnockedOut(seat=seat)
    yield returned(room, seat)
    remaining = room.round.playing()
    if len(remaining) == 1:
        yield from end_round(room, remaining[0], "last_in")


def _room_left(room: "Room", seat: str) -> int:
    limit = room.rules.mercy_limit
    return limit - len(room.round.hands[seat]) if limit else 1 << 30
