"""Connections that never become a request, and more of them than one place may have."""

import asyncio

import pytest

from tests.fixtures.gateway import GatewayWorld

pytestmark = pytest.mark.asyncio


@pytest.fixture(params=[False, True], ids=["library", "short way"])
def short_ways(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


REQUEST_S = 0.3
SOON_S = 5.0

HALVES = {
    "nothing": b"",
    "a method": b"GET",
    "half of the headers": b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
    "a body that does not end": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
    "chunks that do not end": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
    "half of a handshake": b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    "a second request's half": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /hea",
}


async def _read_to_the_end(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES)
async def test_who_does_not_finish_a_request_is_cut_off(gateway_world: GatewayWorld, sent: bytes) -> None:
    port = await gateway_world.gateway(request_s=REQUEST_S)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    async with asyncio.timeout(SOON_S):
        await _read_to_the_end(reader)
    writer.close()


@pytest.mark.parametrize("drop", [b"X", b"1\r\nx\r\n"], ids=["headers", "body"])
async def test_drop_by_drop_is_no_way_to_stay(gateway_world: GatewayWorld, drop: bytes) -> None:
    """uvicorn's own clock stops with each byte that comes."""
    port = await gateway_world.gateway(request_s=REQUEST_S)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HALVES["half of the headers" if drop == b"X" else "chunks that do not end"])
    ended = asyncio.create_task(_read_to_the_end(reader))
    async with asyncio.timeout(SOON_S):
        while not ended.done():
            writer.write(drop)
            await asyncio.wait([ended], timeout=REQUEST_S / 10)
    writer.close()


async def test_who_asks_in_time_may_stay(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(request_s=REQUEST_S)
    client = await gateway_world.client()
    async with gateway_world.http() as http:
        for _ in range(3):
            assert (await http.get("/healthz")).status_code == 200
            await asyncio.sleep(REQUEST_S / 2)
    await asyncio.sleep(REQUEST_S)
    await client.ping()


async def test_one_address_has_so_many_connections_and_no_more(gateway_world: GatewayWorld) -> None:
    port = await gateway_world.gateway(pages_per_address=3, request_s=60)
    kept = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]

    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    async with asyncio.timeout(SOON_S):
        assert await _read_to_the_end(reader) == b""
    writer.close()

    kept[0][1].close()
    await kept[0][1].wait_closed()
    async with asyncio.timeout(SOON_S):
        while not await _is_answered(port):
            pass
    for _, other in kept:
        other.close()


async def test_sockets_are_counted_by_themselves(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(pages_per_address=1, connections_per_address=3)
    clients = [await gateway_world.client() for _ in range(3)]
    assert await _is_answered(gateway_world.ports[0])
    for client in clients:
        await client.ping()


async def _is_answered(port: int) -> bool:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    answer = await _read_to_the_end(reader)
    writer.close()
    return answer.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("garbage", [b"\x00\xff\r\n\r\n", b"GET", b"0\r\n\r\nGET / HTTP/9\r\n\r\n"])
async def test_garbage_behind_a_request_is_no_fault_of_ours(
    gateway_world: GatewayWorld, garbage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """uvicorn would answer it twice, and log its own exception."""
    port = await gateway_world.gateway(request_s=REQUEST_S)
    for request in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/lobbies HTTP/1.1\r\nHost: x\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request + garbage)
        async with asyncio.timeout(SOON_S):
            await _read_to_the_end(reader)
        writer.close()
    assert await _is_answered(port)
    assert not [record for record in caplog.records if record.exc_info]
