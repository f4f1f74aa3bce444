"""Any table under a room's people: written as a scenario (docs/notation.md), put in place of the round they play."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol

from zerocards.game.v1 import game_pb2

from services.common import bus, redis, subjects
from services.common.codes import Code
from services.common.run import background
from services.game import codec, updates
from services.game.config import GameConfig
from services.game.engine import Room, next_deadline
from services.game.pipelined import Pipelined
from services.game.scenario_table import build
from services.game.store import Change as Commit
from services.game.store import Store
from tools.dev import Stack

_LIFE_MS = 3_600_000

Change = Callable[[Room, int], None]


def _nothing(_room: Room, _now: int) -> None:
    pass


class Lay(Protocol):
    """Puts the scenario's table under the room's seats, in their order.

    `change` is for what a scenario does not say; it is given the room and the time, ms.
    """

    async def __call__(self, code: str, scenario: dict[str, Any], change: Change = ...) -> None: ...


@asynccontextmanager
async def tables(stack: Stack) -> AsyncIterator[Lay]:
    """The stack's rooms to lay tables in. A room's people are shown the new one like any other commit's."""
    config = GameConfig(nats_url=stack.wiring.nats_url, redis_url=stack.wiring.redis_url)
    async with bus.connected(config, "test") as nats, redis.connected(config, "test") as client:
        pipelined = Pipelined(client.connection_pool)
        store = Store(client, pipelined, life_ms=_LIFE_MS, log_life_ms=_LIFE_MS)

        async def lay(code: str, scenario: dict[str, Any], change: Change = _nothing) -> None:
            room_code = Code(code)
            while True:
                stored = await store.load(room_code)
                record = codec.read(stored)
                assert record is not None, f"no room {code}"
                _replace(record.room, scenario, stored.now_ms)
                change(record.room, stored.now_ms)
                update = game_pb2.RoomUpdate(code=code, version=stored.version + 1, committed_ms=stored.now_ms)
                seen = updates.Views(record.room, stored.now_ms)
                # The log that runs tells of another round.
                record.sent, record.log = updates.news(update, record.room, seen, [], {}), None
                commit = Commit(
                    code=room_code,
                    base=stored.version,
                    version=stored.version + 1,
                    now_ms=stored.now_ms,
                    token=os.urandom(8),
                    fields={"s": codec.SCHEMA, "r": codec.write(record)},
                    due_ms=next_deadline(record.room),
                )
                if await store.commit(commit) is None:
                    await nats.publish(subjects.room(room_code), update.SerializeToString())
                    return

        async with background(pipelined.run()):
            yield lay


def _replace(room: Room, scenario: dict[str, Any], now: int) -> None:
    made, _ = build(scenario)
    assert len(made.seats) == len(room.seats), "as many players as the room has"
    table, before = made.round, room.table
    table.turn_number = before.turn_number + 1 if before else 1
    table.turn_deadline = table.turn_deadline and now + table.turn_deadline - made.now
    table.turn_started = table.asked_at = now
    room.ruleset, room.settings, room.custom_rule = made.ruleset, made.settings, made.custom_rule
    room.table, room.phase, room.now = table, "playing", now
    for seat, wanted in zip(room.seats, made.seats, strict=True):
        seat.score, seat.agreed = wanted.score, wanted.agreed
