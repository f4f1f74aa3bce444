"""Services and their servers are restarted and killed in the middle of a game, which goes on (P1, P3 to P6)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from tests.e2e.autoplay import playing
from tests.e2e.client import Client
from tests.e2e.conftest import People
from tests.e2e.written import assert_kept, written
from tools.dev import Stack

pytestmark = pytest.mark.asyncio(loop_scope="package")

Way = Callable[..., Coroutine[None, None, None]]

_SEATS = {"p1", "p2", "p3"}
_PAUSE_S = 8
"""What a death may cost a room, on a machine that is busy starting its successor: a bot's turn in a dead worker's hand
goes to another after 4 s, and a bot that was asked in vain is asked again after 5 s."""


@asynccontextmanager
async def at_a_table(stack: Stack) -> AsyncIterator[list[Client]]:
    ann, bob = clients = [Client(stack.url, "Ann"), Client(stack.url, "Bob")]
    await asyncio.gather(ann.connect(), bob.connect())
    await bob.enter(await ann.create("zerocards", {}))
    await ann.command("bot", level="normal")
    await ann.command("start")
    yield clients
    await asyncio.gather(ann.drop(), bob.drop())


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def table(stack: Stack) -> AsyncIterator[list[Client]]:
    """Two people and a bot who play round after round."""
    async with at_a_table(stack) as clients:
        yield clients


async def restart(stack: Stack, *names: str) -> None:
    """SIGTERM, as a deploy does."""
    await asyncio.gather(*(stack.restart(name) for name in names))


async def kill(stack: Stack, *names: str) -> None:
    """SIGKILL, as a crash does; someone starts them again."""
    for name in names:
        stack.kill(name)
    await asyncio.gather(*(stack.wait_ready(name) for name in names))


async def everybody_moves(clients: list[Client], within_s: float = _PAUSE_S) -> None:
    """Every seat, the bot's too, plays or draws from now on, and everybody sees it."""
    await asyncio.gather(*(_sees_all_move(client, client.seen.version, within_s) for client in clients))


async def _sees_all_move(client: Client, since: int, within_s: float) -> None:
    def moved() -> bool:
        events = client.seen.events(since)
        drew = {event.cards_drawn.seat for event in events if event.cards_drawn.reason == "choice"}
        return drew | {event.card_played.seat for event in events} >= _SEATS

    await client.until(moved, "shown a move of each seat", within_s)


def assert_unharmed(clients: list[Client]) -> None:
    for number, client in enumerate(clients, 1):
        assert client.seat == f"p{number}"
        client.assert_read_all()


@pytest.mark.parametrize("way", [restart, kill])
async def test_another_game_worker_takes_over(stack: Stack, table: list[Client], way: Way) -> None:
    async with playing(*table, for_ever=True, through_faults=True):
        await everybody_moves(table)
        async with asyncio.TaskGroup() as group:
            group.create_task(way(stack, "game-1"))
            group.create_task(everybody_moves(table))
        await everybody_moves(table)
    assert_unharmed(table)
    assert_kept(await written(stack.wiring.config, table[0].code), table)


@pytest.mark.parametrize(
    ("names", "way"),
    [
        (names, way)
        for names in (["game-1", "game-2"], ["bots"], ["gateway"], ["nats"], ["redis"])
        for way in (restart, kill)
        if (names, way) != (["redis"], kill)  # a test of its own, below
    ],
    ids=lambda value: " and ".join(value) if isinstance(value, list) else value.__name__,
)
async def test_the_game_goes_on_when_it_is_back(stack: Stack, table: list[Client], names: list[str], way: Way) -> None:
    connections = [client.connections for client in table]
    async with playing(*table, for_ever=True, through_faults=True):
        await everybody_moves(table)
        await way(stack, *names)
        await everybody_moves(table)
    again = [client.connections - before for client, before in zip(table, connections, strict=True)]
    assert again == [int(names == ["gateway"])] * 2
    assert_unharmed(table)
    assert_kept(await written(stack.wiring.config, table[0].code), table)


@pytest.mark.rule("COM-32")
@pytest.mark.parametrize("way", [restart, kill])
async def test_no_lobby_service_no_new_lobbies_and_nothing_else(
    stack: Stack, table: list[Client], people: People, way: Way
) -> None:
    cleo, eve = await people("Cleo", "Eve")
    before = await cleo.create("mercy", {"public": "on"})
    await eve.raw('{"watchLobbies":{"on":true,"ruleset":"mercy"}}')
    await eve.until(lambda: eve.listed(before), "shown the lobby")
    async with playing(*table, for_ever=True, through_faults=True), asyncio.TaskGroup() as group:
        group.create_task(way(stack, "lobby"))
        group.create_task(everybody_moves(table))
    await cleo.command("leave")
    after = await cleo.create("mercy", {"public": "on"})
    await eve.until(lambda: eve.listed(after) and not eve.listed(before), "shown the other lobby")
    assert_unharmed(table)


async def test_a_killed_redis_loses_its_last_moments_at_most(stack: Stack) -> None:
    """What it had acknowledged and not yet handed to its machine's kernel; whoever was shown it is told (P1)."""
    async with at_a_table(stack) as table:
        async with playing(*table, for_ever=True, through_faults=True):
            await everybody_moves(table)
            await kill(stack, "redis")
            await everybody_moves(table)
        for number, client in enumerate(table, 1):
            told = client.notices.count("rollback")
            assert client.seat == f"p{number}"
            assert told <= 1
            client.assert_read_all(rollbacks=told)
