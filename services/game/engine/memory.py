"""What a player at the table remembers of the round, kept for those who have no memory: bots between two turns."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from services.game.engine import events
from services.game.engine.cards import Card, bare
from services.game.engine.events import Event
from services.game.engine.room import Room
from services.game.engine.shapes import View
from services.game.engine.table import Table

# Nothing playable, not even a wild: known of who had to draw by the server's hand (ZC-05).
NO_WILD = "w"

Remember = Callable[[Table, Any], None]


class Memory(View):
    """What one seat knows besides its views. Everybody saw the discard pile grow and who drew on which colour."""

    # From the bottom, the top as well.
    discard: list[Card] = []
    # Seat → colour ("w": wilds) it drew on → how many of its cards may have it all the same, as they came later.
    lacks: dict[str, dict[str, int]] = {}
    # Seat → cards it holds that this one was shown, gave it or held before it.
    shown: dict[str, list[Card]] = {}


def recall(room: Room, seat: str) -> Memory:
    """A whitelist like the views: of what was shown, only what this seat was shown."""
    table = room.round
    return Memory(table.discard, table.lacks, table.shown.get(seat, {}))


def _drawn(table: Table, event: events.CardsDrawn) -> None:
    if event.seat in table.lacks:
        _came(table, event.seat, event.count)
    if event.count and event.reason in ("choice", "auto"):
        lacks = table.lacks.setdefault(event.seat, {})
        lacks[table.colour] = event.count
        if event.reason == "auto":
            lacks[NO_WILD] = event.count


def _passed(table: Table, event: events.TurnPassed) -> None:
    """The drawn card fitted no better: a draw that ends the turn by itself says so to everyone."""
    lacks = table.lacks.get(event.seat)
    if lacks and event.reason == "unplayable":
        for colour in (table.colour, NO_WILD):
            if colour in lacks:
                lacks[colour] = 0


def _played(table: Table, event: events.CardPlayed) -> None:
    played = [bare(card) for card in (event.card, event.extra, *event.under) if card]
    lacks = table.lacks.get(event.seat)
    if lacks:
        for card in played:
            colour = card[0]
            if lacks.get(colour):
                lacks[colour] -= 1
            else:  # they had drawn by choice, with such a card in hand
                lacks.pop(colour, None)
    _left(table, event.seat, played)


def _left(table: Table, seat: str, cards: Iterable[Card]) -> None:
    """Everyone sees these cards leave the hand."""
    for shown in table.shown.values():
        known = shown.get(seat)
        if known:
            shown[seat] = _without(known, cards)


def _came(table: Table, seat: str, count: int) -> None:
    """So many cards, of any colour, came to the hand."""
    lacks = table.lacks.get(seat)
    if lacks:
        for colour in lacks:
            lacks[colour] += count


def _moved(table: Table, receivers: Mapping[str, str]) -> None:
    """Whole hands went to others, and what was known of them with them; everyone knows the hand they gave."""
    table.lacks = {receivers.get(seat, seat): lacks for seat, lacks in table.lacks.items()}
    for watcher, shown in table.shown.items():
        moved = {receivers.get(seat, seat): known for seat, known in shown.items()}
        moved.pop(watcher, None)
        table.shown[watcher] = moved
    for giver, receiver in receivers.items():
        table.shown.setdefault(giver, {})[receiver] = list(table.hands[receiver])


def _swapped(table: Table, event: events.HandsSwapped) -> None:
    _moved(table, {event.seat: event.target, event.target: event.seat})


def _moved_on(table: Table, event: events.HandsMoved) -> None:
    _moved(table, {seat: table.after(seat, event.direction) for seat in table.playing()})


def _all_new(table: Table, event: events.HandsShuffled) -> None:
    table.lacks = {}
    table.shown = {}


def _new_hand(table: Table, event: events.HandReplaced | events.HandReturned) -> None:
    table.lacks.pop(event.seat, None)
    for shown in table.shown.values():
        shown.pop(event.seat, None)


def _given(table: Table, event: events.CardsGiven) -> None:
    _came(table, event.target, event.count)
    _handed(table, event.seat, event.target, event.cards)


def _stolen(table: Table, event: events.CardStolen) -> None:
    _came(table, event.by, 1)
    _handed(table, event.target, event.by, [event.card])


def _handed(table: Table, giver: str, receiver: str, cards: list[Card]) -> None:
    """The two of them know which; the others no longer know what the giver holds."""
    for watcher, shown in table.shown.items():
        if watcher == receiver:
            shown[giver] = _without(shown.get(giver, []), cards)
        elif watcher != giver:
            shown.pop(giver, None)
    shown = table.shown.setdefault(giver, {})
    shown[receiver] = [*shown.get(receiver, []), *cards]


def _shown(table: Table, event: events.HandShown) -> None:
    table.shown.setdefault(event.by, {})[event.target] = list(table.hands[event.target])


def _challenged(table: Table, event: events.ChallengeDecided) -> None:
    """As the hand was when the card was played (CL-12): the attacker may have been caught and drawn since."""
    for reveal in table.reveals:
        if (reveal.to, reveal.seat) == (event.challenger, event.attacker):
            table.shown.setdefault(reveal.to, {})[reveal.seat] = list(reveal.hand)


def _put_away(table: Table, event: events.CircleDecided) -> None:
    if event.cards:
        _left(table, event.best, event.cards)


def _without(cards: list[Card], gone: Iterable[Card]) -> list[Card]:
    rest = list(cards)
    for card in gone:
        if card in rest:
            rest.remove(card)
    return rest


REMEMBER: Mapping[type[Event], Remember] = {
    events.CardsDrawn: _drawn,
    events.TurnPassed: _passed,
    events.CardPlayed: _played,
    events.HandsSwapped: _swapped,
    events.HandsMoved: _moved_on,
    events.HandsShuffled: _all_new,
    events.HandReplaced: _new_hand,
    events.HandReturned: _new_hand,
    events.CardsGiven: _given,
    events.CardStolen: _stolen,
    events.HandShown: _shown,
    events.ChallengeDecided: _challenged,
    events.CircleDecided: _put_away,
}
