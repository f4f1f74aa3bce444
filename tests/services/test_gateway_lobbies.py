"""Open lobbies on the socket: the list, its changes, one stream for all who watch alike."""

import asyncio
import json

import pytest
from zerocards.lobby.v1.lobby_pb2 import OpenRoom, WatchRoomsResponse

from tests.fixtures.gateway import Client, GatewayWorld

pytestmark = [pytest.mark.asyncio, pytest.mark.rule("COM-32")]


async def _watch(client: Client, **wanted: object) -> None:
    await client.raw(json.dumps({"watchLobbies": {"on": True} | wanted}))


async def test_who_watches_gets_the_list_and_then_each_change(gateway_world: GatewayWorld) -> None:
    lobby = gateway_world.lobby
    lobby.rooms = [OpenRoom(code="ABCDEFGH", host_name="Ada", created_ms=5)]
    await gateway_world.gateway()
    ada = await gateway_world.client()

    await _watch(ada)

    lobbies = (await ada.next("lobbies")).lobbies
    assert (list(lobbies.rooms), lobbies.total) == (lobby.rooms, 1)
    lobby.watches[0].put_nowait(WatchRoomsResponse())
    assert not (await ada.next("lobbies")).lobbies.rooms


async def test_those_who_watch_alike_share_a_stream(gateway_world: GatewayWorld) -> None:
    lobby = gateway_world.lobby
    await gateway_world.gateway()
    clients = [await gateway_world.client() for _ in range(3)]

    for client in clients:
        await _watch(client, ruleset="zerocards")
        await client.next("lobbies")
    await _watch(clients[0], query="ad")
    await clients[0].next("lobbies")

    assert lobby.filters == [("zerocards", ""), ("", "ad")]
    lobby.watches[0].put_nowait(WatchRoomsResponse(total=9))
    for client in clients[1:]:
        assert (await client.next("lobbies")).lobbies.total == 9
    await clients[0].ping()
    assert not clients[0].has("lobbies"), "it watches something else now"


async def test_who_has_stopped_watching_hears_nothing(gateway_world: GatewayWorld) -> None:
    lobby = gateway_world.lobby
    await gateway_world.gateway()
    ada, bo = await gateway_world.client(), await gateway_world.client()
    for client in (ada, bo):
        await _watch(client)
        await client.next("lobbies")

    await ada.raw('{"watchLobbies":{}}')
    await ada.ping()
    lobby.watches[0].put_nowait(WatchRoomsResponse(total=9))

    await bo.next("lobbies")
    await ada.ping()
    assert not ada.has("lobbies")


async def test_a_stream_nobody_watches_is_ended(gateway_world: GatewayWorld) -> None:
    lobby = gateway_world.lobby
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await _watch(ada)
    await ada.next("lobbies")

    await ada.socket.close()

    async with asyncio.timeout(5):
        await lobby.unwatched.wait()
