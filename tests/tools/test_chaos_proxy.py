"""Each thing that can go wrong on the way does go wrong, and only while it is asked for."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio

from tools.chaos.proxy import HOST, Proxy, listening

pytestmark = pytest.mark.asyncio

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Dial = Callable[[], Awaitable[Ends]]


@pytest_asyncio.fixture
async def heard() -> AsyncIterator[list[bytes]]:
    """What arrived at the echo."""
    return []


@pytest_asyncio.fixture
async def proxy(heard: list[bytes]) -> AsyncIterator[Proxy]:
    """In front of an echo."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1000):
                heard.append(data)
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    echoes: list[asyncio.Task[None]] = []
    server = await asyncio.start_server(lambda *ends: echoes.append(asyncio.create_task(echo(*ends))), HOST, 0)
    async with listening() as proxy:
        proxy.target = (HOST, server.sockets[0].getsockname()[1])
        yield proxy
    server.close()
    await asyncio.gather(*echoes)


@pytest_asyncio.fixture
async def dial(proxy: Proxy) -> AsyncIterator[Dial]:
    """Connections that end with the test."""
    dialled: list[Ends] = []

    async def dial() -> Ends:
        dialled.append(await asyncio.open_connection(HOST, proxy.port))
        return dialled[-1]

    yield dial
    for _, writer in dialled:
        writer.close()


async def say(ends: Ends, text: bytes = b"hello") -> bytes:
    """The answer; empty where the connection ends instead."""
    reader, writer = ends
    writer.write(text)
    try:
        return await asyncio.wait_for(reader.readexactly(len(text)), 5)
    except (ConnectionError, asyncio.IncompleteReadError):
        return b""


async def is_reset(ends: Ends) -> bool:
    try:
        return await asyncio.wait_for(ends[0].read(), 5) == b""
    except ConnectionError:
        return True


async def test_it_passes_on_what_is_said_in_both_directions(dial: Dial) -> None:
    ends = await dial()
    assert await say(ends) == b"hello"


async def test_an_end_is_passed_on(dial: Dial) -> None:
    reader, writer = await dial()
    writer.write_eof()
    assert await asyncio.wait_for(reader.read(), 5) == b""


async def test_a_cut_connection_is_reset_and_the_next_is_not(dial: Dial, proxy: Proxy) -> None:
    ends = await dial()
    await say(ends)
    proxy.cut()
    assert await is_reset(ends)
    assert await say(await dial()) == b"hello"


async def test_nobody_gets_through_while_it_refuses(dial: Dial, proxy: Proxy) -> None:
    with proxy.refusing():
        assert await is_reset(await dial())
    assert await say(await dial()) == b"hello"


async def test_half_open_nothing_arrives_and_nobody_is_told(dial: Dial, proxy: Proxy, heard: list[bytes]) -> None:
    ends = await dial()
    await say(ends)
    with proxy.half_open():
        ends[1].write(b"lost")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ends[0].read(1), 0.2)
        assert heard == [b"hello"]
    assert await is_reset(ends)
    assert b"lost" not in heard


async def test_an_answer_is_lost_when_what_was_asked_has_arrived(dial: Dial, proxy: Proxy, heard: list[bytes]) -> None:
    ends = await dial()
    with proxy.losing_answers():
        assert await say(ends, b"commit") == b""
    assert heard == [b"commit"]
    assert proxy.lost_answers == 1


async def test_a_delay_is_one_in_each_direction(dial: Dial, proxy: Proxy) -> None:
    ends = await dial()
    with proxy.delayed(0.1):
        since = time.monotonic()
        assert await say(ends) == b"hello"
        assert time.monotonic() - since >= 0.2


async def test_what_is_slow_arrives_whole(dial: Dial, proxy: Proxy) -> None:
    ends = await dial()
    text = bytes(range(256)) * 8
    with proxy.slowed(20_000):
        since = time.monotonic()
        assert await say(ends, text) == text
        assert time.monotonic() - since >= 0.05
