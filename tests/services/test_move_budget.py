"""What one accepted move may cost, in counts that are the same on every machine (docs/performance.md)."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from zerocards.game.v1 import game_pb2

from services.common.bus import Bus
from services.common.health import Health
from services.game import updates
from services.game.engine import Refused, Room, apply, commands, views
from services.game.pipelined import Command, Pipelined
from services.gateway import answers
from services.gateway.app import running
from services.gateway.config import GatewayConfig
from services.gateway.door import SUBPROTOCOL
from services.gateway.frames import CommandId
from services.gateway.updates import RenderedUpdate
from tests.fixtures.game import config_for, table_at, worker
from tests.fixtures.gateway import Client
from tools.bench.engine import opened, owes
from tools.bench.random_move import random_move

PLAYERS = 4
MOVES = 12
BY_THE_CLOCK = {"Lease.keep", "Gateways.run", "Census.run"}
"""What goes on whether anybody moves or not."""


@dataclass
class Counts:
    """What the worker and the gateway did since the last `clear`."""

    asked: Counter[str] = field(default_factory=Counter)
    """Round trips to Redis by the first command of each."""
    table_views: int = 0
    tasks: list[str] = field(default_factory=list)
    buses: list[Bus] = field(default_factory=list)
    published_before: int = 0

    def clear(self) -> None:
        self.asked.clear()
        self.tasks.clear()
        self.table_views = 0
        self.published_before = self._published()

    @property
    def published(self) -> int:
        return self._published() - self.published_before

    def _published(self) -> int:
        return sum(bus.client.stats["out_msgs"] for bus in self.buses)


@pytest.fixture(params=[False, True], ids=["library", "short way"])
def short_ways(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    counts = Counts()
    execute, table_view, init = Pipelined.execute, views.table_view, Bus.__init__

    async def counted(self: Pipelined, *commands: Command) -> list[Any]:
        if any("room:" in str(part) for part in commands[0]):
            counts.asked[commands[0][0]] += 1
        return await execute(self, *commands)

    def seen(room: Room, now: int) -> Any:
        counts.table_views += 1
        return table_view(room, now)

    def made(self: Bus, **options: Any) -> None:
        init(self, **options)
        counts.buses.append(self)

    monkeypatch.setattr(Pipelined, "execute", counted)
    monkeypatch.setattr(views, "table_view", seen)
    monkeypatch.setattr(Bus, "__init__", made)
    return counts


@pytest_asyncio.fixture
async def players(nats_url: str, redis_url: str, counts: Counts, *, short_ways: bool) -> AsyncIterator[list[Client]]:
    """At one table whose round has begun, through a gateway and a worker in this process. Nothing happens by itself."""
    game = config_for(nats_url, redis_url, fast_bus=short_ways, game_deadlines_every_s=1, game_gateways_every_s=4)
    gateway = GatewayConfig(
        nats_url=nats_url, redis_url=redis_url, port=0, silence_s=3_600, fast_bus=short_ways, fast_sockets=short_ways
    )
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(table_at(game))
        counts.buses.clear()
        await stack.enter_async_context(worker(game))
        health = Health()
        port = await stack.enter_async_context(running(gateway, health))
        health.start()
        await table.open("classic108", turn_timer_s="0")
        clients = []
        for number in range(PLAYERS):
            url = f"ws://127.0.0.1:{port}/ws"
            socket = connect(url, subprotocols=[SUBPROTOCOL], proxy=None, compression=None)  # type: ignore[list-item]
            client = Client(await stack.enter_async_context(socket))
            await client.hello()
            await client.enter(table.code, f"Player {number}")
            clients.append(client)
        reply = await clients[0].ask(command={"start": {}})
        for client in clients:
            await client.update(reply.version)
        yield clients


async def _mover(players: list[Client]) -> tuple[Client, dict[str, Any]]:
    """Who may do something without a choice, and what: everyone has just been shown everything."""
    for player in players:
        await player.send(resync={})
        update = (await player.next("update")).update
        while not update.full:
            update = (await player.next("update")).update
        for verb in ("pass", "draw", "take"):
            if verb in update.seat.verbs:
                return player, {"turn": update.table.turn_number, verb: {}}
    raise AssertionError("nobody can move")


@pytest.mark.asyncio
async def test_a_move_is_two_round_trips_three_messages_one_table_view_and_no_task(
    players: list[Client], counts: Counts
) -> None:
    created: list[str] = []

    def create(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        by = asyncio.current_task()
        if by is None or getattr(by.get_coro(), "__qualname__", "") not in BY_THE_CLOCK:
            created.append(getattr(work, "__qualname__", ""))
        return asyncio.Task(work, loop=loop, **options)

    for _ in range(MOVES):
        mover, command = await _mover(players)
        counts.clear()
        created.clear()
        asyncio.get_running_loop().set_task_factory(create)
        n = await mover.send(command=command)
        version = (await mover.reply(n)).version
        asyncio.get_running_loop().set_task_factory(None)
        for player in players:
            await player.update(version)
        assert version, command
        assert counts.asked == {"HMGET": 1, "EVALSHA": 1}
        assert counts.published == 3
        assert counts.table_views == 1
        assert created == []


def test_a_move_sends_at_most_3_kilobytes_to_all_four() -> None:
    """The whole of a `zerocards` game as a random one goes: updates, and the mover's reply."""
    rng = random.Random(0)
    room, now, sent, sizes = opened("zerocards", PLAYERS, rng), 0.0, dict[str, bytes](), list[int]()
    now = room.now
    for _ in range(600):
        now += 700
        if room.phase == "playing":
            command = random_move(views.seat_view(room, owes(room), now), room.round.turn_number, rng)
        else:
            go_on = commands.StartNextRound if room.phase == "round_over" else commands.StartRematch
            command = go_on(by=room.host, seed=rng.randbytes(32))
        try:
            happened = apply(room, command, now)
        except Refused:
            continue
        update = game_pb2.RoomUpdate(code=room.code, version=len(sizes) + 1, committed_ms=now)
        sent = updates.news(update, room, updates.Views(room, now), happened, sent)
        shown = RenderedUpdate(update)
        reply = answers.accepted(CommandId("0" * 16, len(sizes) + 1), len(sizes) + 1)
        sizes.append(len(reply) + sum(len(shown.for_seat(seat)) for seat in update.seats))
    assert sum(sizes) / len(sizes) <= 3_000
