"""What docs/privacy.md says: names are gone with the room, and no record outlives what it is for."""

import grpc
import httpx
import pytest
from redis.asyncio import Redis
from zerocards.game.v1.game_pb2 import CloseRequest
from zerocards.game.v1.game_pb2_grpc import GameServiceStub

from services.common import redis
from tests.e2e.client import Client
from tests.e2e.conftest import Seated
from tests.e2e.rounds import play_round
from tools.dev import Stack

pytestmark = pytest.mark.asyncio(loop_scope="package")

NAMES = ("Xanthippe", "Quirinus")
DAYS_S = 86_400


async def test_names_are_gone_with_the_room(stack: Stack, seated: Seated) -> None:
    clients = await seated(*NAMES, ruleset="zerocards", bots=1, settings={"public": "on"})
    await clients[0].command("start")
    await play_round(*clients)
    code = clients[0].code
    async with redis.connected(stack.wiring.config, "test") as store:
        assert await _naming(store, clients), "while it is open the room knows who sits there"

        await _close(stack, code)
        async with httpx.AsyncClient(base_url=stack.url, trust_env=False) as browser:
            replay = await browser.get(f"/api/replays/{code}/1")
            positions = await browser.get(f"/api/replays/{code}/1?positions")

        assert await _naming(store, clients) == []
        for kept in (replay, positions):
            assert kept.status_code == 200
            assert not [name for name in NAMES if name in kept.text]
            assert not [client for client in clients if client.player_id in kept.text]
    logged = "".join(log.read_text() for log in stack.logs.glob("*.log"))
    for client in clients:
        for secret in (client.name, client.token, client.token[32:], client.player_id):
            assert secret not in logged


async def test_all_that_is_kept_has_an_end(stack: Stack, seated: Seated) -> None:
    """But for the indexes of rooms, which go with their rooms."""
    clients = await seated("Ottilie", bots=1)
    await clients[0].command("start")
    async with redis.connected(stack.wiring.config, "test") as store:
        lives = {key: await store.ttl(key) async for key in store.scan_iter()}
    endless = {key for key, life in lives.items() if life == -1}
    assert not [key for key in endless if key.rpartition(b":")[2] not in {b"due", b"open", b"at", b"phases"}]
    assert max(life for key, life in lives.items() if key.startswith(b"session:")) <= 30 * DAYS_S
    assert max((life for key, life in lives.items() if key.startswith((b"salt:", b"limit"))), default=0) <= DAYS_S
    assert max(life for key, life in lives.items() if b":room:" in key or b":log:" in key) <= 2 * DAYS_S


async def _close(stack: Stack, code: str) -> None:
    address = stack.wiring.address(stack.wiring.ports.grpc("game-1"))
    async with grpc.aio.insecure_channel(address) as channel:
        assert (await GameServiceStub(channel).Close(CloseRequest(code=code, operator="test"), timeout=10)).closed


async def _naming(store: Redis, clients: list[Client]) -> list[bytes]:
    """The keys whose contents name one of them."""
    found = []
    async for key in store.scan_iter():
        kind = await store.type(key)
        read: dict[bytes, tuple[str, ...]] = {
            b"hash": ("HGETALL",), b"list": ("LRANGE", "0", "-1"), b"set": ("SMEMBERS",),
            b"zset": ("ZRANGE", "0", "-1"), b"string": ("GET",),
        }  # fmt: skip
        verb, *rest = read[kind]
        text = repr(await store.execute_command(verb, key, *rest))
        if any(client.name in text for client in clients):
            found.append(key)
    return found
