"""GameService over gRPC: the same answers as over NATS, and what only operators may do."""

from collections.abc import AsyncIterator

import grpc
import msgspec
import pytest
import pytest_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from nats.aio.msg import Msg
from zerocards.game.v1 import game_pb2 as pb
from zerocards.game.v1.game_pb2_grpc import GameServiceStub

from services.common import subjects
from services.common.codes import room_key
from services.game.codec import SCHEMA
from services.game.consumer import KIND
from services.game.rpc import SERVICE
from tests.fixtures.game import Player, Table, config_for, table_at, worker
from tools.dev.servers import LOOPBACK

pytestmark = pytest.mark.asyncio


class World:
    def __init__(self, table: Table, channel: grpc.aio.Channel) -> None:
        self.table = table
        self.channel = channel
        self.game = GameServiceStub(channel)


@pytest_asyncio.fixture
async def world(nats_url: str, redis_url: str) -> AsyncIterator[World]:
    config = config_for(nats_url, redis_url)
    async with (
        table_at(config) as table,
        worker(config),
        grpc.aio.insecure_channel(f"{LOOPBACK}:{config.grpc_port}") as channel,
    ):
        await table.listen()
        await table.open()
        yield World(table, channel)


async def test_health_is_told_for_the_service(world: World) -> None:
    request = health_pb2.HealthCheckRequest(service=SERVICE)
    answer = await health_pb2_grpc.HealthStub(world.channel).Check(request)
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_a_command_is_the_same_by_either_way(world: World) -> None:
    request = Player(world.table, "Ann").request("join", name="Ann")
    by_grpc = await world.game.Apply(request)
    assert (by_grpc.accepted.seat, by_grpc.accepted.version) == ("p1", 2)
    assert await world.table.send(request) == by_grpc
    assert [update.version for update in world.table.updates()] == [1, 2, 2]
    refused = Player(world.table, "Eve").request("start")
    assert await world.game.Apply(refused) == await world.table.send(refused)


async def test_a_view_is_the_same_by_either_way(world: World) -> None:
    (ann,) = await world.table.seated("Ann")
    request = pb.GetViewRequest(code=world.table.code, player_id=ann.id)
    assert await world.game.GetView(request) == await ann.view()


async def test_an_operator_sees_everything(world: World) -> None:
    ann, _ben = await world.table.seated("Ann", "Ben")
    started = await ann.ask("start")
    request = pb.InspectRequest(code=world.table.code, operator="ops", log_lines=10)
    found = await world.game.Inspect(request)
    assert found.version == started.accepted.version
    assert all(f"\n  {line}: " in found.table for line in ("p1", "p2", "draw", "discard"))
    assert msgspec.json.decode(found.state_json)["code"] == world.table.code
    assert len(found.log) == 1
    assert found.committed_ms < found.next_deadline_ms


async def test_an_operator_has_a_name(world: World) -> None:
    for call, request in (
        (world.game.Inspect, pb.InspectRequest(code=world.table.code)),
        (world.game.Close, pb.CloseRequest(code=world.table.code)),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(request)
        assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_room_that_is_not_there(world: World) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await world.game.Inspect(pb.InspectRequest(code="AAAAAAAA", operator="ops"))
    assert raised.value.code() is grpc.StatusCode.NOT_FOUND
    assert not (await world.game.Close(pb.CloseRequest(code="AAAAAAAA", operator="ops"))).closed


async def test_an_operator_closes_a_room(world: World) -> None:
    await world.table.seated("Ann")
    assert (await world.game.Close(pb.CloseRequest(code=world.table.code, operator="ops"))).closed
    assert (await world.table.view()).refusal.code == "not_found"
    assert world.table.updates()[-1].closed


async def test_a_request_for_a_room_of_a_newer_schema_is_answered_by_a_worker_that_knows_it(world: World) -> None:
    """P6: by either way, commands and views; here the test is the newer worker."""
    await world.table.redis.hset(room_key(world.table.code), "s", str(SCHEMA + 1))
    kinds: list[str] = []

    async def newer(message: Msg) -> None:
        kinds.append((message.headers or {})[KIND])
        if kinds[-1] == "cmd":
            asked = pb.ApplyRequest.FromString(message.data)
            await message.respond(pb.ApplyResponse(id=asked.id, accepted=pb.Accepted(version=99)).SerializeToString())
        else:
            await message.respond(pb.GetViewResponse(seat="p9").SerializeToString())

    await world.table.nats.subscribe(subjects.all_of_schema(SCHEMA + 1), newer, queue=subjects.GAME_QUEUE)
    await world.table.nats.client.flush()
    request = Player(world.table, "Ann").request("join", name="Ann")
    assert (await world.table.send(request)).accepted.version == 99
    assert (await world.game.Apply(request)).accepted.version == 99
    assert (await world.table.view()).seat == "p9"
    assert (await world.game.GetView(pb.GetViewRequest(code=world.table.code))).seat == "p9"
    assert kinds == ["cmd", "cmd", "view", "view"]


async def test_this_worker_serves_what_an_older_one_passes_on(world: World) -> None:
    request = Player(world.table, "Ann").request("join", name="Ann")
    subject = subjects.schema(SCHEMA, world.table.code)
    answer = await world.table.nats.request(subject, request.SerializeToString(), timeout_s=5, headers={KIND: "cmd"})
    assert pb.ApplyResponse.FromString(answer).accepted.seat == "p1"
