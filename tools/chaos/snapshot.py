"""What Redis holds of the rooms once the dust has settled."""

from collections.abc import Sequence
from typing import cast

import msgspec
from redis.asyncio import Redis

from services.common.codes import Code, log_key, parse_code, room_key
from services.game.codec import Record as Stored
from services.game.keys import round_log_key
from services.game.replay_file import parse
from tools.chaos.evidence import Log, RoomEvidence
from tools.chaos.record import Record

_stored = msgspec.msgpack.Decoder(Stored).decode


async def versions(redis: Redis, codes: Sequence[str]) -> dict[str, int]:
    """Of the rooms, 0 of one that is gone."""
    pipeline = redis.pipeline(transaction=False)
    for code in codes:
        pipeline.hget(room_key(Code(code)), "v")
    return {code: int(version or 0) for code, version in zip(codes, await pipeline.execute(), strict=True)}


async def take(redis: Redis, code: str, players: list[Record]) -> RoomEvidence:
    """One room, its rounds yet to be played again. Workers have been stopped; what they had sent may still come in."""
    while True:
        found = await _read(redis, code, players)
        if (await versions(redis, [code]))[code] == found.version:
            return found


async def _read(redis: Redis, code: str, players: list[Record]) -> RoomEvidence:
    room = parse_code(code)
    if room is None:
        raise ValueError(f"{code!r} is no room's code")
    pipeline = redis.pipeline(transaction=True)
    pipeline.hmget(room_key(room), "v", "r")
    pipeline.lrange(log_key(room), 0, -1)
    pipeline.time()
    values, finished, time = await pipeline.execute()
    version, record = values
    if record is None:
        raise ValueError(f"{code} is gone")
    stored = _stored(record)
    running = stored.log.name if stored.log else ""
    names = [name.decode() for name in finished]
    logs = [await _log(redis, room, name, finished=True) for name in names]
    if running:
        logs.append(await _log(redis, room, running, finished=False))
    now_ms = time[0] * 1000 + time[1] // 1000
    return RoomEvidence(code, stored.room, int(version), now_ms, running, logs, players)


async def _log(redis: Redis, code: Code, name: str, *, finished: bool) -> Log:
    lines = cast("list[bytes]", await redis.lrange(round_log_key(code, name), 0, -1))
    return Log(name, parse(b"\n".join(lines).decode()), finished)
