"""Bytes that are no sound request, over the bus and over gRPC: a code for each, no bug counted, the worker lives."""

from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio
from nats.errors import MaxPayloadError
from prometheus_client import REGISTRY
from zerocards.common.v1.common_pb2 import CommandId
from zerocards.game.v1 import game_pb2 as pb
from zerocards.game.v1.game_pb2_grpc import GameServiceStub

from services.common import subjects
from tests.fixtures.game import ASK_S, Table, config_for, table_at, worker
from tools.dev.servers import LOOPBACK

pytestmark = pytest.mark.asyncio

KIB = 1024


def _sound() -> pb.ApplyRequest:
    return pb.ApplyRequest(player_id="player-ann", id=CommandId(session="0123456789abcdef", n=1))


@pytest_asyncio.fixture
async def asked(nats_url: str, redis_url: str) -> AsyncIterator[tuple[Table, GameServiceStub]]:
    config = config_for(nats_url, redis_url)
    async with (
        table_at(config) as table,
        worker(config),
        grpc.aio.insecure_channel(f"{LOOPBACK}:{config.grpc_port}") as channel,
    ):
        await table.open()
        before = _bugs()
        yield table, GameServiceStub(channel)
        assert (await table.view()).update.version == 1, "the room is as it was, and somebody answers for it"
        assert _bugs() == before


def _bugs() -> float:
    counted = [sample.value for metric in REGISTRY.collect() for sample in metric.samples if _counts_bugs(sample.name)]
    return sum(counted)


def _counts_bugs(name: str) -> bool:
    return name in {"zerocards_game_bugs_total", "zerocards_nats_handler_failures_total"}


def _deep(levels: int) -> bytes:
    """Groups in groups: the only nesting that these messages' wire format has room for."""
    return b"\x7b" * levels + b"\x7c" * levels


HOSTILE = {
    "nothing": (b"", "not_found"),
    "noise": (b"\xff" * 100, "bad_command"),
    "cut short": (b"\x0a\x08ABC", "bad_command"),
    "a number without end": (b"\x18" + b"\xff" * 11, "bad_command"),
    "text that is none": (b"\x12\x02\xff\xfe", "bad_command"),
    "deeper than anything": (_deep(5_000), "bad_command"),
}


@pytest.mark.parametrize(("payload", "code"), HOSTILE.values(), ids=HOSTILE)
async def test_what_cannot_be_read_has_its_code(
    asked: tuple[Table, GameServiceStub], payload: bytes, code: str
) -> None:
    table, _ = asked
    answer = await table.nats.request(subjects.command(table.code), payload, timeout_s=ASK_S)
    assert pb.ApplyResponse.FromString(answer).refusal.code == code
    for subject, kind in ((subjects.view, pb.GetViewResponse), (subjects.replay, pb.GetReplayResponse)):
        answer = await table.nats.request(subject(table.code), payload, timeout_s=ASK_S)
        assert kind.FromString(answer).refusal.code in {"bad_command", "not_found", ""}


async def test_a_verb_of_no_contract_is_an_unknown_command(asked: tuple[Table, GameServiceStub]) -> None:
    table, game = asked
    request = _sound()
    request.code = table.code
    # Field 90 of the command's oneof, with a message in it: what a newer contract might send.
    request.command.MergeFromString(b"\xd2\x05\x02\x08\x01")
    assert (await table.send(request)).refusal.code == "unknown_command"
    assert (await game.Apply(request)).refusal.code == "unknown_command"


async def test_of_two_verbs_the_last_counts_and_of_none_nothing_does(asked: tuple[Table, GameServiceStub]) -> None:
    """A oneof on the wire may be set twice; protobuf keeps one, so no command is ever two."""
    table, game = asked
    request = _sound()
    request.code = table.code
    request.command.draw.SetInParent()
    twice = request.SerializeToString()
    other = _sound()
    other.code = table.code
    other.system.close.reason = "eve"
    both = pb.ApplyRequest.FromString(twice + pb.ApplyRequest(command=other.command).SerializeToString())
    assert both.WhichOneof("request") == "command"
    assert (await table.send(both)).refusal.code in {"not_seated", "unknown_command"}
    assert (await game.Apply(_sound())).refusal.code == "not_found"


async def test_what_is_too_large_goes_nowhere(asked: tuple[Table, GameServiceStub]) -> None:
    table, game = asked
    request = _sound()
    request.code = table.code
    request.command.join.name = "x" * (300 * KIB)
    with pytest.raises(MaxPayloadError):
        await table.send(request)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await game.Apply(request)
    assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED

    request.command.circle.points.extend([1] * 20_000)
    assert (await table.send(request)).refusal.code in {"not_seated", "bad_stroke"}
