"""Nobody misses a state (P3), and each sees what is theirs (P7): gaps, silence, rollback, who holds a seat (COM-31)."""

import asyncio
import json

import pytest

from services.common.codes import Code
from tests.fixtures.game_worker import Room
from tests.fixtures.gateway import GatewayWorld

pytestmark = pytest.mark.asyncio


@pytest.fixture(params=[False, True], ids=["library", "short way"])
def short_ways(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


CODE = "ABCDEFGH"
DRAW = {"turn": 1, "draw": {}}


async def test_a_lost_update_is_made_up_for_by_the_whole_view(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    worker.lose_updates = 1
    await worker.commit(room)
    await worker.commit(room)

    update = (await ada.next("update")).update
    assert update.full
    assert update.version == room.version
    assert list(update.seat.hand) == ["r1"] * 3


async def test_updates_that_cross_on_their_way_are_shown_in_order(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    first = (await ada.enter(CODE)).version

    for version in (first + 3, first + 2, first + 1):
        room.version = version
        await worker.publish(room)
    room.version = first + 3

    for version in (first + 1, first + 2, first + 3):
        update = (await ada.next("update")).update
        assert (update.version, update.full) == (version, False)
    assert len(worker.views) == 1


async def test_what_is_published_while_the_view_is_read_is_not_missed(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    published: list[asyncio.Task[int]] = []

    def commit(room: Room) -> None:
        worker.before_view = None
        published.append(asyncio.ensure_future(worker.commit(room)))

    worker.before_view = commit
    ada = await gateway_world.client()
    first = await ada.enter(CODE)

    second = await ada.update(first.version + 1)
    assert second.version == room.version
    assert not second.full, "it was kept until the view had been shown"
    assert len(worker.views) == 1


async def test_an_update_that_comes_twice_is_shown_once(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    shown = await ada.enter(CODE)

    await worker.publish(room)
    await worker.commit(room)

    assert (await ada.next("update")).update.version == shown.version + 1


async def test_a_silent_room_is_compared_with_redis(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway(silence_s=0.05)
    ada = await gateway_world.client()
    await ada.enter(CODE)

    worker.lose_updates = 1
    await worker.commit(room)

    update = (await ada.next("update")).update
    assert (update.version, update.full) == (room.version, True)


async def test_a_room_that_is_gone_is_said_to_be_closed(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    worker.open(CODE)
    await gateway_world.gateway(silence_s=0.05)
    ada = await gateway_world.client()
    await ada.enter(CODE)

    del worker.rooms[Code(CODE)]

    assert (await ada.next("update")).update.closed
    assert (await ada.ask(command=DRAW)).refusal.code == "not_seated"


async def test_after_the_closing_update_the_room_is_not_followed(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    room.version += 1
    await worker.publish(room, closed=True)

    assert (await ada.next("update")).update.closed
    assert (await ada.ask(resync={})).refusal.code == "not_seated"


async def test_a_client_may_ask_for_everything_again(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    shown = await ada.enter(CODE)

    await ada.ask(resync={})

    assert (await ada.next("update")).update == shown


async def test_commits_that_redis_lost_are_told_and_forgotten(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)
    lost = room.version
    room.version -= 2

    await worker.commit(room)

    assert (await ada.next("notice")).notice.kind == "rollback"
    update = (await ada.next("update")).update
    assert update.full
    assert update.version == room.version < lost
    await worker.commit(room)
    assert (await ada.next("update")).update.version == room.version


async def test_a_rollback_without_a_new_commit_is_found_by_comparing(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway(silence_s=0.05)
    ada = await gateway_world.client()
    await ada.enter(CODE)

    room.version -= 1
    room.committed_ms -= 10

    assert (await ada.next("notice")).notice.kind == "rollback"
    assert (await ada.next("update")).update.version == room.version


@pytest.mark.rule("COM-26")
async def test_no_ones_hand_reaches_another_socket(gateway_world: GatewayWorld) -> None:
    """Neither in updates nor in whole views, and spectators get what the table sees."""
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada, bo, eve = [await gateway_world.client() for _ in range(3)]
    await ada.enter(CODE)
    await bo.enter(CODE, "Bo")
    await eve.enter(CODE, watch=True)

    for _ in range(5):
        await worker.commit(room)

    for client, own in ((ada, '"r1"'), (bo, '"r2"'), (eve, None)):
        while True:
            text = str(await client.socket.recv())
            cards = {card for card in ('"r1"', '"r2"') if card in text}
            assert cards <= {own}
            if json.loads(text).get("update", {}).get("version") == room.version:
                break


@pytest.mark.rule("COM-31")
@pytest.mark.parametrize("elsewhere", [False, True], ids=["same gateway", "another gateway"])
async def test_a_newer_connection_takes_the_seat_and_the_older_is_told(
    gateway_world: GatewayWorld, elsewhere: bool
) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    port = await gateway_world.gateway()
    older = await gateway_world.client()
    await older.enter(CODE)

    newer = await gateway_world.client(await gateway_world.gateway() if elsewhere else port, older.token, CODE)

    assert (await older.next("notice")).notice.kind == "taken_over"
    assert list((await newer.next("update")).update.seat.hand) == ["r1"] * 3
    await worker.commit(room)
    await newer.update(room.version)
    assert (await older.ask(command=DRAW)).refusal.code == "not_seated"
    await older.ping()
    assert not older.has("update"), "it stays quiet"


@pytest.mark.rule("COM-31")
async def test_the_older_connection_can_take_the_seat_back(gateway_world: GatewayWorld) -> None:
    room = gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    older = await gateway_world.client()
    await older.enter(CODE)
    newer = await gateway_world.client(token=older.token, room=CODE)
    await older.next("notice")

    await older.ask(takeBack={})

    assert (await newer.next("notice")).notice.kind == "taken_over"
    update = (await older.next("update")).update
    assert update.full
    assert list(update.seat.hand) == ["r1"] * 3
    assert not (await older.ask(command=DRAW)).HasField("refusal")
    await newer.socket.close()
    await older.ping()
    assert room.seats[older.player_id].connection, "the end of a connection that has lost the seat changes nothing"


async def test_a_seat_that_was_taken_for_dead_is_connected_again(gateway_world: GatewayWorld) -> None:
    """P5: a gateway that stood still for too long finds its players offline, though their sockets are open."""
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)
    connection = room.seats[ada.player_id].connection

    room.seats[ada.player_id].connection = ""
    await worker.commit(room)

    await worker.asked(CODE, "connect", "connect")
    await ada.update(room.version)
    assert room.seats[ada.player_id].connection == connection


async def test_a_player_without_a_seat_any_more_is_told_and_watches(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    room.seats.clear()
    await worker.commit(room)

    assert (await ada.next("entered")).entered.seat == ""
    await ada.update(room.version)
    full = (await ada.next("update")).update
    assert full.full
    assert not full.HasField("seat")
    assert (await ada.ask(talk={"phrase": "hello"})).refusal.code == "not_seated"


async def test_talk_reaches_everybody_at_the_table(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    other = await gateway_world.gateway()
    ada, bo = await gateway_world.client(), await gateway_world.client(other)
    await ada.enter(CODE)
    await bo.enter(CODE, "Bo")

    assert not (await ada.ask(talk={"phrase": "well_played"})).HasField("refusal")

    for client in (ada, bo):
        talked = (await client.next("talked")).talked
        assert (talked.seat, talked.phrase) == ("p1", "well_played")
    again = (await ada.ask(talk={"phrase": "well_played"})).refusal
    assert again.code == "rate_limited"
    assert 0 < again.retry_after_ms <= 1_500
    assert (await bo.ask(talk={"phrase": "your mother"})).refusal.code == "bad_command"
