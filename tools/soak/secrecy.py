"""Who may not see what (COM-26): a room's secrets taken out for one seat, and what is sent to that seat."""

import random
from collections.abc import Iterable

import msgspec

from services.game.engine import Room, views
from services.game.engine import events as happenings
from services.game.engine.events import Event
from services.game.engine.memory import recall
from services.game.engine.table import Challenge, Circle, Duel, Reveal, Table
from tools.soak.soundness import stored
from tools.soak.violation import insist

# Stands for a card that the seat may not see. No card is written so: whoever looks at it stumbles.
UNSEEN = "?"
NOBODY = ""

_encoder = msgspec.json.Encoder()


class Received(msgspec.Struct):
    """What a commit sends to one seat, or to everyone, in the bytes that travel."""

    room: bytes
    table: bytes
    seat: bytes
    events: bytes


def remembered(room: Room, seat: str) -> bytes:
    """What a bot at the seat is told of the round so far (engine/memory.py)."""
    at_table = room.table is not None and seat in room.table.hands
    return _encoder.encode(recall(room, seat)) if at_table else b""


def received(room: Room, events: list[Event], seat: str, now: int) -> Received:
    """All that the seat's player is sent; with no seat what everyone is."""
    return Received(
        room=_encoder.encode(views.room_view(room, now)),
        table=_encoder.encode(views.table_view(room, now)),
        seat=_encoder.encode(views.seat_view(room, seat, now)) if seat else b"",
        events=_encoder.encode(happenings.wire(events, seat)),
    )


def blind(room: Room, seat: str) -> Room:
    """The room without what the seat may not know. Two rooms that are equal so must look alike to it.

    The seed stays: its hash is public.
    """
    seen = stored(room)
    for other in seen.seats:
        other.player = other.gateway = other.connection = UNSEEN + other.seat
    seen.records = {
        UNSEEN + room.seat_of(player) if room.seat_of(player) else f"{UNSEEN}{at}": record
        for at, (player, record) in enumerate(seen.records.items())
    }
    for waiting in seen.waiting:
        waiting.player = UNSEEN
    seen.banned = {}
    if seen.table is not None:
        _blind_table(seen.table, seat)
    return seen


def _blind_table(table: Table, seat: str) -> None:
    table.lacks, table.shown = {}, {}  # compared by pairs of games: what was seen may be remembered
    table.draw = [UNSEEN] * len(table.draw)
    table.counter = 0
    if table.result is None:  # a round that is over is laid open
        table.hands = {other: hand if other == seat else [UNSEEN] * len(hand) for other, hand in table.hands.items()}
    if seat != table.turn and table.drawn:
        table.drawn = UNSEEN
    table.reveals = [
        reveal if reveal.to == seat else Reveal(reveal.kind, reveal.to, reveal.seat, [UNSEEN], reveal.until)
        for reveal in table.reveals
    ]
    pending = table.pending
    if isinstance(pending, Challenge):
        pending.hand = [UNSEEN]
        pending.guilty = False
    elif isinstance(pending, Duel):
        pending.solution = 0
    elif isinstance(pending, Circle):
        for stroke in pending.strokes:
            stroke.permille, stroke.points = 0, []


def readers(room: Room, rng: random.Random, seats: int) -> list[str]:
    """Everyone, and so many of those seated."""
    seated = [seat.seat for seat in room.seated()]
    return [NOBODY, *rng.sample(seated, min(seats, len(seated)))]


def keeps_secrets(room: Room, seats: Iterable[str], now: int) -> None:
    """Each view is the same when made from a room that does not hold what its reader may not see."""
    for seat in seats:
        seen = received(blind(room, seat), [], seat, now)
        insist(seen == received(room, [], seat, now), f"what {seat or 'everyone'} sees holds no secret")


def secrets_of(room: Room) -> list[str]:
    """Texts that may not be in anything that is sent while the round runs."""
    table = room.table
    seeds = [room.next_seed.hex()] + ([table.seed.hex()] if table is not None and table.result is None else [])
    players = [seat.player for seat in room.seats] + [waiting.player for waiting in room.waiting] + list(room.records)
    return [*filter(None, seeds), *players]


def tells_no_secret(room: Room, events: list[Event], seats: Iterable[str], now: int) -> None:
    """No seed before its time and no player's global id is in anything sent to them."""
    secrets = secrets_of(room)
    for seat in seats:
        sent = received(room, events, seat, now)
        text = (sent.room + sent.table + sent.seat + sent.events).decode()
        for secret in secrets:
            insist(f'"{secret}"' not in text, f"{secret} is not sent to {seat or 'everyone'}")
