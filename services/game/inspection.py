"""What an operator sees of a room: everything, hidden cards too (P7)."""

import msgspec
from zerocards.game.v1 import game_pb2

from services.common.codes import Code
from services.game import codec
from services.game.engine import next_deadline
from services.game.engine.table import Table
from services.game.store import Store

_MOST_LINES = 1_000


async def inspect(store: Store, code: Code, log_lines: int) -> game_pb2.InspectResponse | None:
    """None where there is no room. Raises Unavailable, NewerSchema."""
    stored = await store.load(code)
    record = codec.read(stored)
    if record is None:
        return None
    lines = []
    if record.log is not None and log_lines:
        lines = await store.log_lines(code, record.log.name, min(log_lines, _MOST_LINES))
    return game_pb2.InspectResponse(
        version=stored.version,
        table=msgspec.json.encode(_in_notation(record.room.table)).decode() if record.room.table else "",
        state_json=msgspec.json.encode(record.room).decode(),
        log=lines,
        committed_ms=record.room.now,
        next_deadline_ms=next_deadline(record.room) or 0,
    )


def _in_notation(table: Table) -> dict[str, object]:
    """As a scenario writes a table: the discard pile's last card is the top, the draw pile's first is drawn first."""
    return {
        "hands": {seat: " ".join(hand) for seat, hand in table.hands.items()},
        "discard": " ".join(table.discard),
        "draw": " ".join(reversed(table.draw)),
        "turn": table.turn,
        "colour": table.colour,
        "direction": table.direction,
        "called": table.called,
        "out": table.out,
        "frozen": table.frozen,
        "pending": table.pending,
    }
