"""Rooms in the middle of a round, what a seat sees of them, and twins that differ in what it does not see."""

from collections import Counter
from random import Random

from services.bots.levels.sight import Sight
from services.bots.search.playout import fork
from services.game.engine import Room, views
from services.game.engine.memory import recall
from services.game.engine.table import Challenge


def seen_by(room: Room, seat: str) -> Sight:
    """What a bot in the seat is sent."""
    table = views.table_view(room, room.now)
    assert table is not None
    return Sight(views.room_view(room, room.now), table, views.seat_view(room, seat, room.now), recall(room, seat))


def otherwise_hidden(room: Room, seat: str, rng: Random) -> Room:
    """The same room, but for cards that the seat cannot know of: other hands and the draw pile, a bluff, a sum's
    solution.
    """
    twin = fork(room)
    table = twin.round
    table.lacks, table.shown = room.round.lacks, room.round.shown
    table.closed, table.caught, table.reveals = room.round.closed, room.round.caught, room.round.reveals
    hidden = list(table.draw)
    kept = {}
    for other, hand in table.hands.items():
        if other != seat:
            known = Counter(table.shown.get(seat, {}).get(other, [])) & Counter(hand)
            kept[other] = list(known.elements())
            hidden += (Counter(hand) - known).elements()
    rng.shuffle(hidden)
    for other, known_cards in kept.items():
        unknown = len(table.hands[other]) - len(known_cards)
        table.hands[other] = known_cards + [hidden.pop() for _ in range(unknown)]
    table.draw = hidden
    if isinstance(table.pending, Challenge):
        bluffed = not table.pending.guilty
        table.pending = Challenge(table.pending.cards, table.pending.by, table.pending.last, guilty=bluffed, hand=[])
    return twin
