"""Owed turns as they come off the queue, made by hand."""

import msgspec
from zerocards.bots.v1.bots_pb2 import BotTurn

from tests.services.bots_views import sight

CODE = "ABCDEFGH"


def turn(
    owed: str = "turn:17",
    *,
    hand: str = "r5 b1 b2",
    plays: str = "r5",
    verbs: str = "draw",
    level: str = "normal",
    stale_ms: float = 0,
    **seen: object,
) -> bytes:
    """The message for p1."""
    views = sight(hand, plays=plays.split(), verbs=verbs, **{"colour": "r", "top": "r1", "discard": ["r1"], **seen})
    return BotTurn(
        code=CODE,
        seat="p1",
        player_id="bot-1",
        level=level,
        owed=owed,
        room=msgspec.json.encode(views.room),
        table=msgspec.json.encode(views.table),
        view=msgspec.json.encode(views.seat),
        stale_ms=stale_ms,
    ).SerializeToString()
