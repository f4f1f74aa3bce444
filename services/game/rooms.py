"""The rooms as operators list them: what everybody at the table sees of each, and nothing hidden."""

from collections.abc import AsyncIterator, Callable
from typing import cast

from redis.asyncio import Redis
from zerocards.ops.v1 import ops_pb2 as pb

from services.common.codes import PARTITIONS, Code, room_key
from services.game import codec
from services.game.census import PHASES
from services.game.engine import Room
from services.game.engine.room import Seat
from services.game.keys import phases_key
from services.game.store import Stored

MOST_READ = 20_000
"""Rooms read for one list; with more of them it is cut short."""
_AT_ONCE = 200
_LIMIT = 50
_MOST = 1_000

SORTS: dict[str, Callable[[pb.RoomSummary], tuple[float | str, str]]] = {
    "code": lambda room: (room.code, ""),
    "version": lambda room: (-room.version, room.code),
    "players": lambda room: (-len(room.seats), room.code),
    "idle": lambda room: (-room.idle_ms, room.code),
    "round": lambda room: (-room.round, room.code),
}


async def rooms(redis: Redis, request: pb.ListRoomsRequest, now_ms: float) -> pb.ListRoomsResponse:
    """Raises RedisError; KeyError for an order or a phase that there is none of."""
    order = SORTS[request.sort or "code"]
    phases = [PHASES.index(request.phase)] if request.phase in PHASES else range(len(PHASES))
    wanted = request.find.casefold()
    found, read = [], 0
    async for room in _read(redis, list(phases)):
        read += 1
        summary = _summary(room, now_ms)
        named = (summary.code, summary.ruleset, *summary.seats)
        if any(wanted in name.casefold() for name in named):
            found.append(summary)
    found.sort(key=order)
    limit = min(request.limit or _LIMIT, _MOST)
    return pb.ListRoomsResponse(rooms=found[:limit], total=len(found), cut_short=read >= MOST_READ)


async def _read(redis: Redis, phases: list[int]) -> AsyncIterator[tuple[Room, int]]:
    """Each room with its version; those that only newer workers can read are left out."""
    codes: list[Code] = []
    for part in range(PARTITIONS):
        for phase in phases:
            members = cast("list[bytes]", await redis.zrange(phases_key(part), phase, phase, byscore=True))
            codes += [Code(code.decode()) for code in members]
    codes = codes[:MOST_READ]
    for start in range(0, len(codes), _AT_ONCE):
        pipeline = redis.pipeline(transaction=False)
        for code in codes[start : start + _AT_ONCE]:
            pipeline.hmget(room_key(code), "v", "s", "r")
        for version, schema, text in await pipeline.execute():
            stored = Stored(int(version or 0), int(schema or 0), b"", text, None, 0)
            try:
                record = codec.read(stored)
            except codec.NewerSchema:
                continue
            if record is not None:
                yield record.room, stored.version


def _summary(read: tuple[Room, int], now_ms: float) -> pb.RoomSummary:
    room, version = read
    return pb.RoomSummary(
        code=room.code,
        ruleset=room.ruleset,
        phase=room.phase,
        version=version,
        seats=[_seat(seat) for seat in room.seats if not seat.left],
        round=room.table.round if room.table else 0,
        public=room.settings.public,
        idle_ms=max(now_ms - room.now, 0),
    )


def _seat(seat: Seat) -> str:
    if seat.bot:
        return f"{seat.name} (bot)"
    return seat.name if seat.connected else f"{seat.name} (offline)"
