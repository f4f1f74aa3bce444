"""Into a room, through it and out again: a real socket, a real NATS and Redis, a game worker that obeys the test."""

import asyncio
import json

import pytest

from tests.fixtures.game_worker import Seat
from tests.fixtures.gateway import GatewayWorld

pytestmark = pytest.mark.asyncio

CODE = "ABCDEFGH"
DRAW = {"turn": 1, "draw": {}}


async def test_who_enters_is_shown_the_room_and_their_own_hand(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()

    n = await ada.send(enter={"code": "abcd-efgh", "name": "Ada"})

    entered = (await ada.next("entered")).entered
    assert (entered.code, entered.seat) == (CODE, "p1")
    full = (await ada.next("update")).update
    assert full.full
    assert list(full.seat.hand) == ["r1"] * 3
    assert full.room.seats[0].connected
    assert not (await ada.reply(n)).HasField("refusal")
    assert gateway_world.worker.kinds(CODE) == ["join", "connect"]


async def test_a_room_that_is_created_is_the_same_when_the_frame_comes_again(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway()
    ada = await gateway_world.client()
    create = {"create": {"name": "Ada", "ruleset": "zerocards"}}

    await ada.ask(**create)
    ada.n -= 1
    again = await ada.ask(**create)

    assert not again.HasField("refusal")
    [room] = gateway_world.worker.rooms.values()
    assert [seat.name for seat in room.seats.values()] == ["Ada"]


async def test_a_room_that_cannot_be_opened_says_why(gateway_world: GatewayWorld) -> None:
    gateway_world.lobby.refusal = "bad_setting"
    await gateway_world.gateway()
    ada = await gateway_world.client()

    reply = await ada.ask(create={"name": "Ada", "ruleset": "zerocards", "settings": {"chaos": "much"}})

    assert reply.refusal.code == "bad_setting"
    assert dict(reply.refusal.params) == {"setting": "chaos"}


async def test_quick_play_tries_another_room_when_one_has_filled_up(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open("FULLFULL", most=0)
    gateway_world.worker.open(CODE)
    gateway_world.lobby.picked = ["FULLFULL", "GQNEGQNE", CODE]
    await gateway_world.gateway()
    ada = await gateway_world.client()

    n = await ada.send(quickPlay={"name": "Ada", "ruleset": "zerocards"})

    assert (await ada.next("entered")).entered.code == CODE
    assert not (await ada.reply(n)).HasField("refusal")


async def test_an_accepted_command_names_the_version_that_everybody_then_sees(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada, bo = await gateway_world.client(), await gateway_world.client()
    await ada.enter(CODE)
    await bo.enter(CODE, "Bo")

    reply = await ada.ask(command=DRAW)

    assert list((await bo.update(reply.version)).seat.hand) == ["r2"] * 3


@pytest.mark.rule("COM-28")
async def test_a_refused_command_comes_back_with_its_code(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    reply = await ada.ask(command={"turn": 1, "pass": {}})

    assert reply.refusal.code == "nothing_drawn"
    assert reply.refusal.retry_after_ms == 7


async def test_commands_of_one_connection_go_one_after_the_other(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)
    worker.hold = asyncio.Event()

    for _ in range(3):
        await ada.send(command=DRAW)
    await worker.asked(CODE, "connect", "draw")
    await ada.ping()
    assert worker.kinds(CODE)[2:] == ["draw"], "the next is sent when the last is answered (P2)"
    worker.hold.set()
    await ada.reply(ada.n)

    assert [request.id.n for request in worker.requests[2:]] == [2, 3, 4]


async def test_too_many_waiting_commands_are_refused_at_once(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    worker.open(CODE)
    await gateway_world.gateway(command_queue=2)
    ada = await gateway_world.client()
    await ada.enter(CODE)
    worker.hold = asyncio.Event()
    await ada.send(command=DRAW)
    await worker.asked(CODE, "connect", "draw")

    for _ in range(3):
        await ada.send(command=DRAW)

    assert (await ada.reply(ada.n)).refusal.code == "overloaded"
    worker.hold.set()
    assert not (await ada.reply(ada.n - 1)).HasField("refusal")


@pytest.mark.parametrize("lost", ["lose_requests", "lose_replies"])
async def test_a_command_is_sent_again_by_its_id_until_it_is_answered(gateway_world: GatewayWorld, lost: str) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)
    before = room.version
    setattr(worker, lost, 1)

    reply = await ada.ask(command=DRAW)

    assert reply.version == room.version == before + 1
    first, second = worker.requests[-2:]
    assert first.id == second.id


async def test_without_a_worker_a_command_is_refused_in_the_end(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    worker.open(CODE)
    await gateway_world.gateway(patience_s=1)
    ada = await gateway_world.client()
    await ada.enter(CODE)
    worker.lose_requests = 100

    assert (await ada.ask(command=DRAW)).refusal.code == "unavailable"


async def test_a_command_without_a_room_is_refused(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway()
    ada = await gateway_world.client()

    for frame in ({"command": DRAW}, {"quit": {}}, {"resync": {}}, {"takeBack": {}}, {"talk": {"phrase": "hello"}}):
        assert (await ada.ask(**frame)).refusal.code == "not_seated"


async def test_who_watches_gets_no_seats_part(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada, eve = await gateway_world.client(), await gateway_world.client()
    await ada.enter(CODE)

    n = await eve.send(enter={"code": CODE, "watch": True})

    assert (await eve.next("entered")).entered.seat == ""
    assert not (await eve.next("update")).update.HasField("seat")
    await eve.reply(n)
    version = (await ada.ask(command=DRAW)).version
    update = await eve.update(version)
    assert update.table.turn_number == version
    assert not update.HasField("seat")
    assert (await eve.ask(command=DRAW)).refusal.code == "not_seated"


async def test_a_spectator_who_joins_is_told_the_seat_and_shown_the_hand(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    eve = await gateway_world.client()
    await eve.enter(CODE, watch=True)

    await eve.send(command={"join": {"name": "Eve"}})

    assert (await eve.next("entered")).entered.seat == "p1"
    while not (update := (await eve.next("update")).update).HasField("seat"):
        pass
    assert list(update.seat.hand) == ["r1"] * 3


async def test_who_leaves_follows_no_room_any_more(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    assert not (await ada.ask(command={"leave": {}})).HasField("refusal")
    assert (await ada.ask(command=DRAW)).refusal.code == "not_seated"
    await ada.socket.close()

    assert worker.kinds(CODE) == ["join", "connect", "leave"]


async def test_who_quits_keeps_the_seat_and_shows_as_offline(gateway_world: GatewayWorld) -> None:
    room = gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    await ada.ask(quit={})

    assert room.seats[ada.player_id].connection == ""


async def test_a_socket_that_closes_is_told_to_the_room(gateway_world: GatewayWorld) -> None:
    room = gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    ada, bo = await gateway_world.client(), await gateway_world.client()
    await ada.enter(CODE)
    await bo.enter(CODE, "Bo")

    await ada.socket.close()

    await bo.update(room.version + 1)
    assert room.seats[ada.player_id].connection == ""


@pytest.mark.rule("COM-21")
async def test_after_a_lost_connection_the_seat_is_resumed_on_another_gateway(gateway_world: GatewayWorld) -> None:
    room = gateway_world.worker.open(CODE)
    await gateway_world.gateway()
    other = await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    back = await gateway_world.socket(other)
    welcome = (await back.hello(ada.token, CODE)).welcome

    assert (welcome.player_id, welcome.room) == (ada.player_id, CODE)
    assert (await back.next()).entered.seat == "p1"
    full = (await back.next("update")).update
    assert full.full
    assert list(full.seat.hand) == ["r1"] * 3
    assert len(room.seats) == 1


async def test_a_room_without_a_seat_for_us_is_not_resumed(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway()

    for room in (CODE, "GQNEGQNE", "no code", ""):
        client = await gateway_world.socket()
        assert (await client.hello("", room)).welcome.room == ""


async def test_entering_another_room_leaves_the_first_one_offline(gateway_world: GatewayWorld) -> None:
    first = gateway_world.worker.open(CODE)
    gateway_world.worker.open("ABCDEFGJ")
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)

    await ada.enter("ABCDEFGJ")

    assert first.seats[ada.player_id].connection == ""
    await gateway_world.worker.commit(first)
    version = (await ada.ask(command=DRAW)).version
    assert (await ada.update(version)).room.code in ("ABCDEFGJ", "")


async def test_updates_reach_the_socket_byte_for_byte(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    ada = await gateway_world.client()
    await ada.enter(CODE)
    odd = b'[{"playerJoined":{"seat":"p9","name":"\\u0041 \xc3\xa4"}}]'

    await worker.commit(room, events=odd)

    raw = ""
    while odd.decode() not in raw:
        raw = str(await ada.socket.recv())
    assert json.loads(raw)["update"]["version"] == room.version


@pytest.mark.rule("COM-30")
async def test_a_seat_given_to_a_spectator_is_taken_at_once(gateway_world: GatewayWorld) -> None:
    worker = gateway_world.worker
    room = worker.open(CODE)
    await gateway_world.gateway()
    eve = await gateway_world.client()
    await eve.enter(CODE, watch=True)

    room.seats[eve.player_id] = Seat("p4", "Eve")
    await worker.commit(room)

    assert (await eve.next("entered")).entered.seat == "p4"
    while not (update := (await eve.next("update")).update).HasField("seat"):
        pass
    assert list(update.seat.hand) == ["r4"] * 3
