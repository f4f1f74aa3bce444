"""Many tasks' commands on one connection, to a real Redis: every answer to whom it belongs, whatever breaks."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NotAnswered

from services.common import redis
from services.common.run import background
from services.game.pipelined import Pipelined
from tests.fixtures.game import config_for

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def client(nats_url: str, redis_url: str) -> AsyncIterator["Redis"]:
    async with redis.connected(config_for(nats_url, redis_url), "test") as client:
        yield client


@pytest_asyncio.fixture
async def pipelined(client: "Redis") -> AsyncIterator[Pipelined]:
    pipelined = Pipelined(client.connection_pool)
    async with background(pipelined.run()):
        yield pipelined


async def test_everyone_gets_the_answers_to_their_own_commands(pipelined: Pipelined) -> None:
    answers = await asyncio.gather(
        *(pipelined.execute(("ECHO", f"a{number}"), ("ECHO", f"b{number}")) for number in range(200))
    )
    assert answers == [[b"a%d" % number, b"b%d" % number] for number in range(200)]


async def test_an_error_is_only_theirs_who_asked_for_it(pipelined: Pipelined) -> None:
    before, wrong, after = await asyncio.gather(
        pipelined.execute(("ECHO", "before")),
        pipelined.execute(("NONSENSE",), ("ECHO", "unheard")),
        pipelined.execute(("ECHO", "after")),
        return_exceptions=True,
    )
    assert (before, after) == ([b"before"], [b"after"])
    assert isinstance(wrong, ResponseError)


async def test_who_stops_waiting_leaves_no_answer_to_the_next(pipelined: Pipelined) -> None:
    impatient = asyncio.create_task(pipelined.execute(("ECHO", "impatient")))
    patient = asyncio.create_task(pipelined.execute(("ECHO", "patient")))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient == [b"patient"]
    assert await pipelined.execute(("ECHO", "next")) == [b"next"]


async def test_a_connection_that_is_cut_fails_what_was_on_it_and_is_made_anew(
    client: "Redis", pipelined: Pipelined
) -> None:
    (own,) = await pipelined.execute(("CLIENT", "ID"))
    waiting = asyncio.create_task(pipelined.execute(("BLPOP", "nothing", "5")))
    while "blpop" not in str(await client.client_list(client_id=[own])):
        await asyncio.sleep(0)
    await client.client_kill_filter(_id=own)
    with pytest.raises(Disconnected):
        await waiting
    assert await pipelined.execute(("ECHO", "again")) == [b"again"]


async def test_a_server_that_does_not_answer_is_not_waited_for(
    pipelined: Pipelined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.game.pipelined._ANSWER_S", 0.05)
    with pytest.raises(NotAnswered):
        await pipelined.execute(("BLPOP", "nothing", "30"))
    assert await pipelined.execute(("ECHO", "again")) == [b"again"]


async def test_the_end_leaves_nobody_waiting(client: "Redis") -> None:
    pipelined = Pipelined(client.connection_pool)
    async with background(pipelined.run()):
        await pipelined.execute(("ECHO", "up"))
        waiting = asyncio.create_task(pipelined.execute(("BLPOP", "nothing", "5")))
        await asyncio.sleep(0)
    with pytest.raises(Disconnected):
        await waiting
