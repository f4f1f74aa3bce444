"""The lobby service over gRPC, between a real NATS and a real Redis; the game workers are the test."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import grpc
import msgspec
import pytest
import pytest_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from nats.aio.msg import Msg
from zerocards.common.v1.common_pb2 import Refusal
from zerocards.game.v1.game_pb2 import Accepted, ApplyRequest, ApplyResponse
from zerocards.lobby.v1 import lobby_pb2 as pb
from zerocards.lobby.v1.lobby_pb2_grpc import LobbyServiceStub

from services.common import bus, redis
from services.common.codes import is_code, open_key, partition
from services.common.health import Health
from services.common.subjects import ALL_COMMANDS, GAME_QUEUE, LOBBY_CHANGED
from services.lobby.app import running
from services.lobby.config import LobbyConfig
from services.lobby.rpc import SERVICE
from tests.fixtures.lobby import A, B, C, closed, opened
from tools.dev.ports import free_ports
from tools.dev.servers import LOOPBACK

pytestmark = pytest.mark.asyncio

Answer = Callable[[ApplyRequest], ApplyResponse | None]


def accept(_request: ApplyRequest) -> ApplyResponse:
    return ApplyResponse(accepted=Accepted(version=1))


class World:
    """What surrounds the service: the index in Redis, and game workers that answer as they are told."""

    def __init__(self, config: LobbyConfig, nats: bus.Bus, store: "redis.Redis") -> None:
        self.config = config
        self.asked: list[ApplyRequest] = []
        self._nats = nats
        self._store = store

    @asynccontextmanager
    async def service(self, health: Health | None = None) -> AsyncIterator[LobbyServiceStub]:
        address = f"{LOOPBACK}:{self.config.grpc_port}"
        async with running(self.config, health or Health()), grpc.aio.insecure_channel(address) as channel:
            yield LobbyServiceStub(channel)

    async def worker(self, answer: Answer) -> None:
        async def serve(message: Msg) -> None:
            self.asked.append(ApplyRequest.FromString(message.data))
            response = answer(self.asked[-1])
            if response is not None:
                await message.respond(response.SerializeToString())

        await self._nats.subscribe(ALL_COMMANDS, serve, queue=GAME_QUEUE)
        await self._nats.client.flush()

    async def write(self, change: pb.LobbyChanged) -> None:
        """As a commit does: what the index holds, without a word to anybody."""
        await self._store.hset(open_key(partition(change.code)), change.code, change.SerializeToString())

    async def tell(self, change: pb.LobbyChanged) -> None:
        await self._nats.publish(LOBBY_CHANGED, change.SerializeToString())


@pytest_asyncio.fixture
async def world(nats_url: str, redis_url: str) -> AsyncIterator[World]:
    config = LobbyConfig(
        nats_url=nats_url,
        redis_url=redis_url,
        grpc_port=free_ports(LOOPBACK).grpc("lobby"),
        watch_interval_s=0.05,
        create_s=3,
    )
    async with AsyncExitStack() as stack:
        nats = await stack.enter_async_context(bus.connected(config, "world"))
        store = await stack.enter_async_context(redis.connected(config, "world"))
        yield World(config, nats, store)


async def watched(stream: AsyncIterator[pb.WatchRoomsResponse], *codes: str) -> list[list[str]]:
    """All lists up to the one that shows exactly these rooms."""
    seen: list[list[str]] = []
    async for response in stream:
        seen.append([room.code for room in response.rooms])
        assert response.total == len(response.rooms)
        if seen[-1] == list(codes):
            return seen
    raise AssertionError(f"the stream ended: {seen}")


async def test_a_room_is_opened_by_a_game_worker(world: World) -> None:
    await world.worker(accept)
    async with world.service() as lobby:
        response = await lobby.CreateRoom(pb.CreateRoomRequest(code=A, ruleset="mercy", settings={"public": "on"}))
    assert response.code == A
    (request,) = world.asked
    assert (request.code, request.player_id) == (A, "")
    assert request.system.create.ruleset == "mercy"
    assert dict(request.system.create.settings) == {"public": "on"}
    assert request.deadline_ms > 0


async def test_without_a_code_one_is_picked(world: World) -> None:
    await world.worker(accept)
    async with world.service() as lobby:
        response = await lobby.CreateRoom(pb.CreateRoomRequest(ruleset="zerocards"))
    assert is_code(response.code)
    assert response.code == world.asked[0].code


async def test_a_worker_that_does_not_answer_is_asked_again_under_the_same_id(world: World) -> None:
    await world.worker(lambda request: accept(request) if len(world.asked) > 1 else None)
    async with world.service() as lobby:
        response = await lobby.CreateRoom(pb.CreateRoomRequest(code=A, ruleset="zerocards"))
    assert response.code == A
    first, second = world.asked
    assert first == second
    assert first.id.n == 1


async def test_a_refusal_is_passed_on(world: World) -> None:
    refusal = Refusal(code="bad_setting", params={"setting": "turn_timer_s"})
    await world.worker(lambda _request: ApplyResponse(refusal=refusal))
    async with world.service() as lobby:
        response = await lobby.CreateRoom(pb.CreateRoomRequest(ruleset="zerocards"))
    assert response.refusal == refusal


async def test_a_code_that_is_none_is_refused_before_it_reaches_a_subject(world: World) -> None:
    await world.worker(accept)
    async with world.service() as lobby:
        created = await lobby.CreateRoom(pb.CreateRoomRequest(code="*", ruleset="zerocards"))
        quick = await lobby.QuickPlay(pb.QuickPlayRequest(code="AAAAAAAA.B"))
    assert created.refusal.code == quick.refusal.code == "bad_command"
    assert world.asked == []


async def test_without_workers_it_is_unavailable_in_time(world: World) -> None:
    world.config = msgspec.structs.replace(world.config, create_s=0.3)
    async with world.service() as lobby:
        response = await lobby.CreateRoom(pb.CreateRoomRequest(ruleset="zerocards"), timeout=10)
    assert response.refusal.code == "unavailable"
    assert response.refusal.retry_after_ms > 0


async def test_rooms_that_were_open_before_it_started_are_listed(world: World) -> None:
    await world.write(opened(A, ruleset="mercy", created_ms=1))
    await world.write(opened(B, ruleset="zerocards", created_ms=2))
    async with world.service() as lobby:
        await watched(lobby.WatchRooms(pb.WatchRoomsRequest()), B, A)
        everything = await lobby.ListRooms(pb.ListRoomsRequest(page_size=1))
        mercy = await lobby.ListRooms(pb.ListRoomsRequest(ruleset="mercy"))
        rest = await lobby.ListRooms(pb.ListRoomsRequest(page_size=1, page_token=everything.next_page_token))
    assert (everything.total, [room.code for room in everything.rooms]) == (2, [B])
    assert [room.code for room in mercy.rooms] == [A]
    assert ([room.code for room in rest.rooms], rest.next_page_token) == ([A], "")


@pytest.mark.parametrize(("field", "value"), [("page_token", "x"), ("query", "x" * 41)])
async def test_a_list_cannot_be_asked_for_in_nonsense(world: World, field: str, value: str) -> None:
    async with world.service() as lobby:
        with pytest.raises(grpc.aio.AioRpcError, match=field) as refused:
            await lobby.ListRooms(pb.ListRoomsRequest(**{field: value}))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.rule("COM-32")
async def test_who_watches_sees_rooms_come_and_go(world: World) -> None:
    async with world.service() as lobby:
        stream = aiter(lobby.WatchRooms(pb.WatchRoomsRequest(ruleset="zerocards")))
        assert await watched(stream) == [[]]
        await world.tell(opened(A))
        await watched(stream, A)
        await world.tell(opened(B, ruleset="mercy"))
        await world.tell(opened(C))
        await watched(stream, A, C)
        await world.tell(closed(A, version=2))
        await world.tell(opened(A, version=1))
        assert await watched(stream, C) == [[C]]


async def test_many_changes_are_few_messages(world: World) -> None:
    async with world.service() as lobby:
        stream = aiter(lobby.WatchRooms(pb.WatchRoomsRequest()))
        await watched(stream)
        for version in range(1, 201):
            await world.tell(opened(A, version, bots=version % 7))
        await world.tell(opened(B))
        assert len(await watched(stream, A, B)) < 20


async def test_a_missed_change_is_found_when_the_index_is_read_again(world: World) -> None:
    world.config = msgspec.structs.replace(world.config, reread_s=0.05)
    async with world.service() as lobby:
        stream = aiter(lobby.WatchRooms(pb.WatchRoomsRequest()))
        await watched(stream)
        await world.write(opened(A))
        await watched(stream, A)


async def test_quick_play_opens_a_room_and_fills_it(world: World) -> None:
    await world.worker(accept)
    async with world.service() as lobby:
        first = await lobby.QuickPlay(pb.QuickPlayRequest(ruleset="zerocards", code=A))
        second = await lobby.QuickPlay(pb.QuickPlayRequest(ruleset="zerocards", code=B))
    assert (first.code, first.created) == (A, True)
    assert (second.code, second.created) == (A, False)
    assert dict(world.asked[0].system.create.settings) == {"public": "on"}


async def test_it_is_ready_once_the_index_is_read(world: World) -> None:
    health = Health()
    async with world.service(health) as lobby:
        health.start()
        await watched(lobby.WatchRooms(pb.WatchRoomsRequest()))
        assert health.ready["index"]
        assert health.alive == {"nats": True}


async def test_its_health_can_be_asked_over_grpc(world: World) -> None:
    async with world.service(), grpc.aio.insecure_channel(f"{LOOPBACK}:{world.config.grpc_port}") as channel:
        response = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=SERVICE))
    assert response.status == health_pb2.HealthCheckResponse.SERVING


async def test_leaving_ends_the_streams_without_an_error(world: World) -> None:
    address = f"{LOOPBACK}:{world.config.grpc_port}"
    async with grpc.aio.insecure_channel(address) as channel:
        async with running(world.config, Health()):
            stream = LobbyServiceStub(channel).WatchRooms(pb.WatchRoomsRequest(), wait_for_ready=True)
            await watched(aiter(stream))
        rest = [response async for response in stream]
        assert rest == []
        assert await stream.code() is grpc.StatusCode.OK
