"""What an operator sees of a room: everything, hidden cards too (P7)."""

import msgspec
from zerocards.game.v1 import game_pb2

from services.common.codes import Code
from services.game import codec
from services.game.engine import Room, next_deadline
from services.game.position import describe
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
        table=_table(record.room),
        state_json=msgspec.json.encode(record.room).decode(),
        log=lines,
        committed_ms=record.room.now,
        next_deadline_ms=next_deadline(record.room) or 0,
    )


def _table(room: Room) -> str:
    lines = [describe(room)]
    if room.table is not None:
        lines += [f"  draw: {' '.join(reversed(room.table.draw))}", f"  discard: {' '.join(room.table.discard)}"]
    return "\n".join(lines)
