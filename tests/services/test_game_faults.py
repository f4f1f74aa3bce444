"""What goes wrong on a command's way, with a real Redis: conflicts, lost answers, bugs, rooms of the future."""

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from zerocards.game.v1 import command_pb2

from services.common import redis
from services.common.codes import Code, due_key, new_code, partition, room_key
from services.common.run import background
from services.game import handler as handler_module
from services.game.bot_turns import BotTurn
from services.game.codec import SCHEMA, NewerSchema
from services.game.commits import Commit
from services.game.handler import Handler
from services.game.pipelined import Command, Pipelined
from services.game.requests import Accepted, Refusal, Request
from services.game.store import OutcomeUnknown, Store, Stored, Unavailable
from tests.fixtures.game import config_for

pytestmark = pytest.mark.asyncio

DAY_MS = 24 * 3_600 * 1_000
SESSION = "0123456789abcdef"


class Heard:
    """In the publisher's place."""

    def __init__(self) -> None:
        self.commits: list[Commit] = []
        self.updates: list[bytes] = []
        self.asked: list[BotTurn] = []
        """What bots were asked besides what the commits ask them."""

    async def committed(self, commit: Commit) -> None:
        self.commits.append(commit)

    async def update(self, _code: Code, update: bytes) -> None:
        self.updates.append(update)

    def ask_bots(self, turns: Iterable[BotTurn]) -> None:
        self.asked += turns


class Shaky(Pipelined):
    """A connection to Redis that loses what it is told to lose: a script before it is "sent", or its "answer"."""

    faults: list[str]

    async def execute(self, *commands: Command) -> list[Any]:
        is_script = commands[0][0].startswith("EVAL")
        fault = self.faults.pop(0) if is_script and self.faults else ""
        if fault == "sent":
            raise Disconnected("cut before it was sent")
        answers = await super().execute(*commands)
        if fault == "answer":
            raise Disconnected("cut before the answer")
        return answers


class Place:
    """One room, and a worker's inner parts around it."""

    def __init__(self, client: Redis, shaky: Shaky) -> None:
        self.redis = client
        self.shaky = shaky
        self.shaky.faults = []
        self.code = new_code()
        self.heard = Heard()
        self.store = self.opened(Store)
        self.handler = self.another()

    def opened(self, kind: type[Store]) -> Store:
        return kind(self.redis, self.shaky, life_ms=DAY_MS, log_life_ms=DAY_MS)

    def another(self, store: Store | None = None) -> Handler:
        """Another worker's handler."""
        return Handler(
            store or self.store,
            self.heard,  # type: ignore[arg-type]
            entropy=os.urandom,
            expect=lambda _code, _due_ms: None,
        )

    def request(self, kind: str, body: Any, *, player: str = "", n: int = 0) -> Request:
        session = SESSION if n else ""
        return Request(self.code, player, session, n, kind, body, turn=0, deadline_ms=0)

    def join(self, name: str, n: int = 1) -> Request:
        return self.request("join", command_pb2.JoinRoom(name=name), player=f"player-{name}", n=n)

    async def open(self) -> None:
        create = self.request("create", command_pb2.CreateRoom(ruleset="zerocards"))
        assert await self.handler.apply(create) == Accepted(1)

    async def version(self) -> int:
        return (await self.store.versions([self.code]))[0]


@pytest_asyncio.fixture
async def place(nats_url: str, redis_url: str) -> AsyncIterator[Place]:
    async with redis.connected(config_for(nats_url, redis_url), "test") as client:
        shaky = Shaky(client.connection_pool)
        async with background(shaky.run()):
            place = Place(client, shaky)
            await place.open()
            yield place


async def test_of_two_workers_at_once_both_commands_are_applied_in_one_order(place: Place) -> None:
    names = [f"Ann{number}" for number in range(8)]
    replies = await asyncio.gather(*(place.another().apply(place.join(name)) for name in names))
    assert sorted(reply.version for reply in replies if isinstance(reply, Accepted)) == list(range(2, 10))
    assert sorted(commit.change.version for commit in place.heard.commits) == list(range(1, 10))


async def test_a_commit_whose_answer_is_lost_is_read_back(place: Place) -> None:
    place.shaky.faults = ["answer"]
    assert await place.handler.apply(place.join("Ann")) == Accepted(2, "p1")
    assert [commit.change.version for commit in place.heard.commits] == [1, 2]


async def test_a_commit_that_never_arrived_is_made_again(place: Place) -> None:
    place.shaky.faults = ["sent"]
    assert await place.handler.apply(place.join("Ann")) == Accepted(2, "p1")
    assert await place.version() == 2


async def test_a_commit_whose_answer_is_lost_and_that_others_built_upon_is_not_made_again(place: Place) -> None:
    """The dedupe record tells, since the version no longer does."""

    class Overtaken(Store):
        async def load(self, code: Code, player: str = "") -> Stored:
            if place.shaky.faults == ["read back"]:
                place.shaky.faults = []
                await place.another(place.store).apply(place.join("Ben"))
            return await super().load(code, player)

    slow = place.another(place.opened(Overtaken))
    place.shaky.faults = ["answer", "read back"]
    assert await slow.apply(place.join("Ann")) == Accepted(2, "p1")
    assert await place.version() == 3
    assert len(place.heard.updates) == 1


async def test_a_closing_whose_answer_is_lost_is_read_back(place: Place) -> None:
    place.shaky.faults = ["answer"]
    close = place.request("close", command_pb2.CloseRoom(reason="operator"))
    assert isinstance(await place.handler.apply(close), Accepted)
    assert place.heard.commits[-1].change.version == 0


async def test_a_repeat_asks_the_bots_again_who_may_never_have_been_asked(place: Place) -> None:
    """P4: who applied it may have died before the question was with JetStream, which takes each but once."""
    count = itertools.count(1)

    async def ann(kind: str, body: Any) -> Request:
        request = place.request(kind, body, player="player-Ann", n=next(count))
        await place.handler.apply(request)
        return request

    await ann("join", command_pb2.JoinRoom(name="Ann"))
    await ann("connect", command_pb2.ConnectPlayer(gateway="gateway-1", connection="1"))
    await ann("bot", command_pb2.AddBot(level="normal"))
    await ann("set", command_pb2.ChangeSettings(changes={"no_pass": "off", "auto_draw": "off"}))
    last = await ann("start", command_pb2.StartGame())
    for kind, body in [("draw", command_pb2.DrawCard()), ("pass", command_pb2.PassTurn())]:
        if not place.heard.commits[-1].bot_turns:
            last = await ann(kind, body)
    assert place.heard.asked == []
    assert isinstance(await place.another().apply(last), Accepted)
    assert [turn.id for turn in place.heard.asked] == [turn.id for turn in place.heard.commits[-1].bot_turns]


async def test_an_outcome_that_stays_unknown_is_no_answer(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused would be a lie, accepted a guess: whoever asked asks again, and then it is known."""

    class Gone(Store):
        async def load(self, code: Code, player: str = "") -> Stored:
            if place.shaky.faults:
                return await super().load(code, player)
            raise Unavailable("away")

    monkeypatch.setattr(handler_module, "_load_again", Gone.load)
    place.shaky.faults = ["answer"]
    cut_off = place.another(place.opened(Gone))
    with pytest.raises(OutcomeUnknown):
        await cut_off.apply(place.join("Ann"))
    assert await place.handler.apply(place.join("Ann")) == Accepted(2, "p1")
    assert await place.version() == 2


async def test_without_redis_nothing_is_done_and_that_is_said(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_args: Any) -> Stored:
        raise Unavailable("away")

    monkeypatch.setattr(place.store, "load", away)
    reply = await place.handler.apply(place.join("Ann"))
    assert isinstance(reply, Refusal)
    assert (reply.code, reply.retry_after_ms > 0) == ("unavailable", True)


@pytest.fixture
def broken_rules(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - the room is made before
    def apply(*_args: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(handler_module, "apply", apply)


@pytest.mark.usefixtures("broken_rules")
async def test_a_bug_costs_its_command_and_no_more(place: Place) -> None:
    assert await place.handler.apply(place.join("Ann")) == Refusal("internal")
    assert await place.version() == 1


@pytest.mark.usefixtures("broken_rules")
async def test_a_deadline_with_a_bug_is_not_tried_again_each_second(place: Place) -> None:
    now_ms = (await place.store.load(place.code)).now_ms
    await place.redis.zadd(due_key(partition(place.code)), {place.code: 1})
    await place.handler.expire(place.code)
    score = await place.redis.zscore(due_key(partition(place.code)), place.code)
    assert score is not None
    assert score >= now_ms + 30_000


async def test_a_room_of_a_newer_schema_is_not_touched(place: Place) -> None:
    await place.redis.hset(room_key(place.code), "s", str(SCHEMA + 1))
    with pytest.raises(NewerSchema) as found:
        await place.handler.apply(place.join("Ann"))
    assert found.value.schema == SCHEMA + 1
    with pytest.raises(NewerSchema):
        await place.handler.view(place.code, "")
    assert await place.version() == 1


async def test_a_script_that_the_server_forgot_is_sent_again(place: Place) -> None:
    await place.redis.script_flush()
    assert await place.handler.apply(place.join("Ann")) == Accepted(2, "p1")
