"""What a socket may do, and how it is told or cut off when it does more."""

import asyncio
import contextlib
import socket as sockets

import pytest
from prometheus_client import REGISTRY
from websockets.exceptions import ConnectionClosed, InvalidStatus

from services.gateway.connections import Connections
from services.gateway.limits import network
from services.gateway.pace import TokenBucket
from tests.fixtures.gateway import GatewayWorld

CODE = "ABCDEFGH"


@pytest.mark.parametrize(
    ("origins", "origin", "welcome"),
    [
        ((), "http://{host}", True),
        ((), "https://{host}", True),
        ((), "http://evil.example", False),
        ((), "null", False),
        (("https://0cards.example",), "https://0cards.example", True),
        (("https://0cards.example",), "http://0cards.example", False),
        (("https://0cards.example",), "https://0cards.example.evil.example", False),
        (("https://0cards.example",), "http://{host}", False),
    ],
)
@pytest.mark.asyncio
async def test_only_pages_of_the_right_origin_open_sockets(
    gateway_world: GatewayWorld, origins: tuple[str, ...], origin: str, welcome: bool
) -> None:
    port = await gateway_world.gateway(origins=origins)
    origin = origin.format(host=f"127.0.0.1:{port}")

    if welcome:
        await (await gateway_world.socket(origin=origin)).hello()
    else:
        with pytest.raises(InvalidStatus) as denied:
            await gateway_world.socket(origin=origin)
        assert denied.value.response.status_code == 403


@pytest.mark.asyncio
async def test_a_socket_without_the_subprotocol_is_turned_away(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway()

    with pytest.raises(InvalidStatus) as denied:
        await gateway_world.socket(subprotocols=None)

    assert denied.value.response.status_code == 400


@pytest.mark.asyncio
async def test_one_address_holds_so_many_sockets_and_no_more(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(connections_per_address=2)
    first = await gateway_world.client()
    await gateway_world.client()

    with pytest.raises(InvalidStatus) as denied:
        await gateway_world.socket()
    assert denied.value.response.status_code == 429

    await first.socket.close()
    await first.socket.wait_closed()


@pytest.mark.asyncio
async def test_who_says_no_hello_is_closed(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(hello_s=0.05)
    silent = await gateway_world.socket()

    assert await silent.closed() == 4001


@pytest.mark.asyncio
async def test_nothing_comes_before_hello_and_no_second_hello(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway()
    client = await gateway_world.socket()

    await client.raw('{"ping":{}}')
    assert (await client.next()).reply.refusal.code == "bad_command"
    await client.hello()
    await client.raw('{"hello":{}}')
    assert (await client.next()).reply.refusal.code == "bad_command"
    await client.ping()


@pytest.mark.asyncio
async def test_a_bad_frame_gets_its_code_and_changes_nothing(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)
    version = room.version

    for text, code in (
        ("no json", "bad_command"),
        ('{"ping":{"sentMs":NaN}}', "bad_command"),
        ('{"command":{"draw":{}}}', "bad_command"),
        ('{"dance":{}}', "unknown_command"),
    ):
        await ada.raw(text)
        reply = (await ada.next("reply")).reply
        assert reply.refusal.code == code
        assert not reply.HasField("id")
    bad = await ada.ask(command={"fly": {}})
    assert bad.refusal.code == "unknown_command"

    assert room.version == version
    assert worker.kinds(CODE) == ["join", "connect"]


@pytest.mark.parametrize("length", [5_000, 40_000])
@pytest.mark.asyncio
async def test_a_frame_that_is_too_long_ends_the_connection(gateway_world: GatewayWorld, length: int) -> None:
    await gateway_world.gateway()
    client = await gateway_world.client()

    await client.send(create={"name": "Ada", "settings": {f"s{n}": "x" * 100 for n in range(length // 100)}})

    assert await client.closed() == 1009


@pytest.mark.asyncio
async def test_a_stroke_may_be_longer_than_other_frames(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    assert not (await ada.ask(command={"circle": {"points": [1_000] * 4_000}})).HasField("refusal")


@pytest.mark.asyncio
async def test_a_binary_frame_ends_the_connection(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway()
    client = await gateway_world.client()

    await client.socket.send(b"\x00")

    assert await client.closed() == 4005


@pytest.mark.asyncio
async def test_who_sends_too_fast_is_told_when_to_try_again(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway(messages_per_s=0.5, message_burst=3)
    ada = await gateway_world.client()
    await ada.enter(CODE)
    await ada.ping()

    refusal = (await ada.ask(command={"draw": {}})).refusal

    assert refusal.code == "rate_limited"
    assert 0 < refusal.retry_after_ms <= 2_001


@pytest.mark.asyncio
async def test_who_never_stops_is_cut_off(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(messages_per_s=0.1, message_burst=1)
    client = await gateway_world.client()

    for _ in range(101):
        await client.raw('{"ping":{}}')

    assert await client.closed() == 4004


@pytest.mark.asyncio
async def test_who_was_cut_off_for_flooding_is_turned_away_for_a_while_and_nobody_else(
    gateway_world: GatewayWorld,
) -> None:
    await gateway_world.gateway(messages_per_s=0.1, message_burst=1, flood_pause_s=1)
    client = await gateway_world.client()
    for _ in range(101):
        await client.raw('{"ping":{}}')
    assert await client.closed() == 4004

    again = await gateway_world.socket()
    await again.raw(f'{{"hello":{{"token":"{client.token}"}}}}')
    assert await again.closed() == 1013
    await gateway_world.client()

    async with asyncio.timeout(30):
        while True:
            again = await gateway_world.socket()
            with contextlib.suppress(ConnectionClosed):
                await again.hello(client.token)
                break
    assert again.player_id == client.player_id


@pytest.mark.asyncio
async def test_who_reads_too_slowly_is_cut_off_and_the_others_are_not(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway(outbox_frames=16)
    ada = await gateway_world.client()
    await ada.enter(CODE)
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
    raw.connect(("127.0.0.1", gateway_world.ports[0]))
    raw.setblocking(False)
    slow = await gateway_world.socket(sock=raw, max_queue=1)
    await slow.hello()
    await slow.enter(CODE, "Slow")

    big = b'[{"playerJoined":{"name":"%s"}}]' % (b"x" * 100_000)
    before = _cut_off("slow")
    while _cut_off("slow") == before:
        version = await worker.commit(room, events=big)
        await ada.update(version)

    assert (await slow.next("notice")).notice.kind == "slow"
    assert await slow.closed() == 4003
    await worker.asked(CODE, "disconnect")
    await ada.update(room.version)


@pytest.mark.asyncio
async def test_one_address_opens_so_many_rooms_an_hour(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(rooms_per_hour=2)
    await gateway_world.gateway(rooms_per_hour=2)
    ada, bo = await gateway_world.client(), await gateway_world.client(gateway_world.ports[1])

    for client in (ada, bo):
        assert not (await client.ask(create={"name": "Ada"})).HasField("refusal")

    refusal = (await ada.ask(create={"name": "Ada"})).refusal
    assert refusal.code == "rate_limited"
    assert refusal.retry_after_ms > 1_000
    assert len(gateway_world.worker.rooms) == 2


@pytest.mark.parametrize("setting", ["misses_per_minute", "misses_overall"])
@pytest.mark.asyncio
async def test_codes_cannot_be_guessed_for_long(gateway_world: GatewayWorld, setting: str) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway(**{setting: 2})
    eve = await gateway_world.client()

    for code in ("GQNEGQNE", "not a code"):
        assert (await eve.ask(enter={"code": code, "name": "Eve"})).refusal.code == "not_found"

    assert (await eve.ask(enter={"code": CODE, "name": "Eve"})).refusal.code == "rate_limited"
    for key in await gateway_world.redis.keys("*"):
        assert b"127.0.0.1" not in key


def _cut_off(why: str) -> float:
    return REGISTRY.get_sample_value("zerocards_gateway_cut_off_total", {"why": why}) or 0


def test_a_bucket_lets_a_burst_through_and_then_the_rate() -> None:
    now = 0.0
    bucket = TokenBucket(10, 20, lambda: now)

    assert [bucket.take() for _ in range(20)] == [0.0] * 20
    assert bucket.take() == pytest.approx(0.1)
    now = 0.1
    assert bucket.take() == 0.0
    assert bucket.take() > 0
    now = 1_000.0
    assert [bucket.take() for _ in range(21)].count(0.0) == 20


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("a socket", "a socket"),
    ],
)
def test_an_address_is_counted_by_what_a_subscriber_has(address: str, counted_as: str) -> None:
    assert network(address) == counted_as


@pytest.mark.asyncio
async def test_a_full_gateway_takes_nobody() -> None:
    assert Connections(most=0, per_address=0).room_for("192.0.2.7") == "full"
