"""The path of an owed turn against a real NATS; the game worker is played by the test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
import pytest_asyncio
from nats.aio.msg import Msg
from zerocards.bots.v1.bots_pb2 import BotTurn
from zerocards.common.v1.common_pb2 import Refusal
from zerocards.game.v1.game_pb2 import Accepted, ApplyRequest, ApplyResponse, GetViewResponse, RoomUpdate

from services.bots.config import BotsConfig
from services.bots.consumer import Consumer
from services.bots.queue import TurnQueue
from services.common.bus import Bus, connected
from services.common.subjects import ALL_COMMANDS, ALL_VIEWS, BOTS_STREAM, bot_turn
from tests.services.bots_turns import CODE, turn
from tests.services.bots_views import sight

SOON_S = 10


class Worker:
    """Answers commands as the test says: a refusal's code, "" for accepted, None for no answer. Then always ""."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[ApplyRequest] = asyncio.Queue()
        self.answers: list[str | None] = []

    async def handle(self, message: Msg) -> None:
        request = ApplyRequest.FromString(message.data)
        self.asked.put_nowait(request)
        answer = self.answers.pop(0) if self.answers else ""
        if answer is None:
            return
        outcome = {"refusal": Refusal(code=answer)} if answer else {"accepted": Accepted(version=2)}
        await message.respond(ApplyResponse(id=request.id, **outcome).SerializeToString())

    async def next(self) -> ApplyRequest:
        return await asyncio.wait_for(self.asked.get(), SOON_S)


@pytest_asyncio.fixture
async def bus(nats_url: str) -> AsyncIterator[Bus]:
    async with connected(BotsConfig(nats_url=nats_url), "test") as bus:
        yield bus


@pytest_asyncio.fixture
async def worker(bus: Bus) -> Worker:
    worker = Worker()
    await bus.subscribe(ALL_COMMANDS, worker.handle)
    return worker


@asynccontextmanager
async def playing(bus: Bus, **config: object) -> AsyncIterator[Consumer]:
    consumer = Consumer(bus, "normal", BotsConfig(**{"bots_pace": 0.0, "bots_patience_s": 0.1, **config}))
    await consumer.prepare()
    running = asyncio.create_task(consumer.run())
    try:
        yield consumer
    finally:
        running.cancel()
        await consumer.finish()


async def post(bus: Bus, payload: bytes) -> None:
    await bus.jetstream().publish(bot_turn("normal"), payload)


async def emptied(bus: Bus) -> None:
    """Returns when the queue holds nothing: all of it was acknowledged or given up."""
    async with asyncio.timeout(SOON_S):
        while (await bus.jetstream().stream_info(BOTS_STREAM)).state.messages:
            await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_a_turn_is_answered_and_acknowledged(bus: Bus, worker: Worker) -> None:
    async with playing(bus):
        await post(bus, turn())
        request = await worker.next()
        await emptied(bus)
    assert (request.code, request.player_id, request.command.turn) == (CODE, "bot-1", 17)
    assert request.command.play.card == "r5"
    assert len(request.id.session) == 16
    assert request.id.n == 1
    assert worker.asked.empty()


@pytest.mark.asyncio
async def test_a_refusal_is_an_answer(bus: Bus, worker: Worker) -> None:
    worker.answers = ["too_late"]
    async with playing(bus):
        await post(bus, turn())
        await worker.next()
        await emptied(bus)
    assert worker.asked.empty()


@pytest.mark.asyncio
async def test_after_a_call_it_waits_to_be_asked_anew(bus: Bus, worker: Worker) -> None:
    async with playing(bus):
        await post(bus, turn(hand="r5 b1", verbs="draw call"))
        assert (await worker.next()).command.WhichOneof("command") == "call"
        await emptied(bus)
    assert worker.asked.empty()


@pytest.mark.asyncio
async def test_a_call_that_came_too_late_does_not_keep_it_from_its_move(bus: Bus, worker: Worker) -> None:
    worker.answers = ["cannot_call"]
    async with playing(bus):
        await post(bus, turn(hand="r5 b1", verbs="draw call"))
        call, move = await worker.next(), await worker.next()
        await emptied(bus)
    assert [one.command.WhichOneof("command") for one in (call, move)] == ["call", "play"]
    assert call.id != move.id


@pytest.mark.asyncio
@pytest.mark.parametrize("first", [None, "overloaded", "unavailable"])
async def test_what_is_not_answered_is_asked_again_as_the_same_command(
    bus: Bus, worker: Worker, first: str | None
) -> None:
    worker.answers = [first]
    async with playing(bus):
        await post(bus, turn())
        one, other = await worker.next(), await worker.next()
        await emptied(bus)
    assert (one.id, one.command) == (other.id, other.command)


@pytest.mark.asyncio
async def test_a_turn_that_died_with_its_worker_is_played_by_another(bus: Bus, worker: Worker) -> None:
    queue = TurnQueue(bus, "normal", ack_wait_s=0.3, max_ack_pending=10)
    await queue.prepare()
    await post(bus, turn())
    room = asyncio.Event()
    room.set()
    taken = queue.messages(lambda: 1, room)
    assert (await anext(taken)).data == turn()
    await taken.aclose()
    async with playing(bus, bots_ack_wait_s=0.3):
        assert (await worker.next()).command.play.card == "r5"
        await emptied(bus)


@pytest.mark.asyncio
async def test_other_occasions_are_other_commands(bus: Bus, worker: Worker) -> None:
    async with playing(bus):
        await post(bus, turn("turn:17"))
        await post(bus, turn("turn:18"))
        one, other = await worker.next(), await worker.next()
    assert one.id != other.id


@pytest.mark.asyncio
async def test_a_bot_pauses_with_its_turn_in_hand_and_hurries_when_told_to_stop(bus: Bus, worker: Worker) -> None:
    async with playing(bus, bots_pace=10.0, bots_ack_wait_s=0.2):
        await post(bus, turn())
        # Longer than the wait for a sign of life: were there none, the turn would come again.
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(worker.asked.get(), 0.7)
        info = await bus.jetstream().consumer_info(BOTS_STREAM, "normal")
        assert (info.num_ack_pending, info.num_redelivered) == (1, 0)
    assert (await worker.next()).command.play.card == "r5"
    await emptied(bus)


async def shown(bus: Bus, **table: object) -> None:
    """What the game service answers when it is asked for the view."""
    view = msgspec.json.encode(msgspec.structs.replace(sight("b1").table, **table))

    async def show(message: Msg) -> None:
        await message.respond(GetViewResponse(update=RoomUpdate(table=view)).SerializeToString())

    await bus.subscribe(ALL_VIEWS, show)


@pytest.mark.asyncio
@pytest.mark.parametrize("moved_on", [{"turn_number": 18}, {"phase": "duel"}, {"seed_hash": "another round's"}])
async def test_an_old_turn_is_let_go_when_the_table_has_moved_on(
    bus: Bus, worker: Worker, moved_on: dict[str, object]
) -> None:
    await shown(bus, **moved_on)
    async with playing(bus):
        await post(bus, turn(stale_ms=1.0))
        await emptied(bus)
    assert worker.asked.empty()


@pytest.mark.asyncio
async def test_an_old_turn_that_is_still_owed_is_played(bus: Bus, worker: Worker) -> None:
    await shown(bus)
    async with playing(bus):
        await post(bus, turn(stale_ms=1.0))
        assert (await worker.next()).command.play.card == "r5"
        await emptied(bus)


@pytest.mark.asyncio
@pytest.mark.parametrize("payload", [b"\xff\xff", b"", BotTurn(code="no code").SerializeToString()])
async def test_what_cannot_be_read_does_not_come_again(bus: Bus, worker: Worker, payload: bytes) -> None:
    async with playing(bus):
        await post(bus, payload)
        await emptied(bus)
    assert worker.asked.empty()


@pytest.mark.asyncio
async def test_more_turns_than_it_may_have_in_hand_are_all_played(bus: Bus, worker: Worker) -> None:
    async with playing(bus, bots_at_once=2):
        for number in range(10):
            await post(bus, turn(f"turn:{number}"))
        sessions = {(await worker.next()).id.session for _ in range(10)}
        await emptied(bus)
    assert len(sessions) == 10


@pytest.mark.asyncio
async def test_a_queue_that_nats_forgot_is_made_again(bus: Bus, worker: Worker) -> None:
    async with playing(bus):
        await post(bus, turn("turn:1"))
        await worker.next()
        await bus.jetstream().delete_stream(BOTS_STREAM)
        async with asyncio.timeout(SOON_S):
            while True:
                try:
                    await post(bus, turn("turn:2"))
                    break
                except Exception:
                    await asyncio.sleep(0)
        assert (await worker.next()).command.play.card == "r5"


@pytest.mark.asyncio
@pytest.mark.rule("ZC-31")
@pytest.mark.parametrize("cards", [1, 3])
async def test_who_is_about_to_catch_looks_again(bus: Bus, worker: Worker, cards: int) -> None:
    await shown(bus, seats=sight("b1", cards={"p2": cards}).table.seats)
    async with playing(bus):
        for number in range(20):  # it misses some
            await post(bus, turn(f"catch:p2:1:{number}", plays="", turn="p3", cards={"p2": 1}, catches=["p2"]))
        await emptied(bus)
    caught = [worker.asked.get_nowait().command.catch.seat for _ in range(worker.asked.qsize())]
    assert set(caught) == ({"p2"} if cards == 1 else set())
