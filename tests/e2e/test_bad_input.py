"""What is not the contract's, or not allowed, gets its code, and nothing else happens."""

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import pytest
import pytest_asyncio
from zerocards.gateway.v1.socket_pb2 import Reply

from services.gateway.closing import Close
from tests.e2e.client import Client
from tests.e2e.conftest import People
from tools.dev import Stack

pytestmark = pytest.mark.asyncio(loop_scope="package")

Table = tuple[Client, Client]
Body = dict[str, Any]

SESSION = "00112233445566ff"
_NUMBERS = count(1)

_STANDS_STILL = {"turn_timer_s": "0", "auto_draw": "off", "no_pass": "off"}
"""The start card is a digit too, so that both can draw and pass."""

UNREADABLE = {
    "nothing": "",
    "no JSON": "draw!",
    "half of a frame": '{"resync":',
    "two frames": '{"ping":{}}{"ping":{}}',
    "a list": "[]",
    "null": "null",
    "an empty frame": "{}",
    "deeply nested": '{"resync":' + "[" * 1_500 + "]" * 1_500 + "}",
    "not a number": '{"ping":{"sentMs":NaN}}',
    "an infinite number": '{"ping":{"sentMs":1e999}}',
    "no id": '{"resync":{}}',
    "an id of nobody": '{"id":{"session":"me","n":1},"resync":{}}',
    "the number 0": '{"id":{"session":"00112233445566ff","n":0},"resync":{}}',
    "a huge number": '{"id":{"session":"00112233445566ff","n":18446744073709551617},"resync":{}}',
    "a number as text": '{"id":{"session":"00112233445566ff","n":"1"},"resync":{}}',
    "half a character": '{"id":{"session":"00112233445566ff","n":1},"talk":{"phrase":"\\ud83d"}}',
    "a second hello": '{"hello":{}}',
}

NOT_THE_CONTRACTS = {
    "an unknown frame": ('"fly":{}', "unknown_command"),
    "an unknown command": ('"command":{"fly":{}}', "unknown_command"),
    "a command of the platform's own": ('"command":{"close":{"reason":"operator"}}', "unknown_command"),
    "an unknown field": ('"command":{"draw":{"cards":4}}', "bad_command"),
    "two frames in one": ('"resync":{},"quit":{}', "bad_command"),
    "two commands in one": ('"command":{"draw":{},"pass":{}}', "bad_command"),
    "no command": ('"command":{"turn":1}', "bad_command"),
    "null for a command": ('"command":{"draw":null}', "bad_command"),
    "a huge turn": ('"command":{"turn":99999999999999999999,"draw":{}}', "bad_command"),
    "a turn below zero": ('"command":{"turn":-1,"draw":{}}', "bad_command"),
    "half a turn": ('"command":{"turn":1.5,"draw":{}}', "bad_command"),
    "a number for a card": ('"command":{"play":{"card":5}}', "bad_command"),
    "a card as long as a book": (f'"command":{{"play":{{"card":"{"r" * 2_000}"}}}}', "bad_command"),
    "a stroke off the table": ('"command":{"circle":{"points":[0,1001]}}', "bad_command"),
}

NOT_ALLOWED = {
    "a card that is not held": ('"command":{"turn":$turn,"play":{"card":"wild+10"}}', "not_in_hand"),
    "a card that there is not": ('"command":{"turn":$turn,"play":{"card":"r11"}}', "not_in_hand"),
    "a turn that is over": ('"command":{"turn":$over,"draw":{}}', "too_late"),
    "a turn that is yet to come": ('"command":{"turn":$next,"draw":{}}', "too_late"),
    "a pass before any draw": ('"command":{"turn":$turn,"pass":{}}', "nothing_drawn"),
    "an answer to no stack": ('"command":{"turn":$turn,"take":{}}', "nothing_to_take"),
    "a stroke for no circle": ('"command":{"circle":{"points":[1,2,3,4]}}', "wrong_phase"),
    "a start in mid-round": ('"command":{"start":{}}', "wrong_phase"),
    "a catch of nobody": ('"command":{"catch":{"seat":"p9"}}', "bad_target"),
    "a code that is no room's": ('"enter":{"code":"22222222","name":"Eve"}', "not_found"),
    "a code that is none": ('"enter":{"code":"*.>","name":"Eve"}', "not_found"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def table(stack: Stack) -> AsyncIterator[Table]:
    """Who is on turn, for the second time or later, in a round that stands still; and who is not."""
    ann, bob = Client(stack.url, "Ann"), Client(stack.url, "Bob")
    await asyncio.gather(ann.connect(), bob.connect())
    await bob.enter(await ann.create("zerocards", _STANDS_STILL))
    await ann.command("start")
    waiting, on_turn = (bob, ann) if ann.seen.table.turn == ann.seat else (ann, bob)
    for client in (on_turn, waiting):
        await its_turn(client)
        await client.command("draw")
        if client.seen.table.turn == client.seat:
            await client.command("pass")
    await on_turn.until(lambda: on_turn.seen.version == waiting.seen.version, "shown that")
    yield on_turn, waiting
    await asyncio.gather(ann.drop(), bob.drop())


async def its_turn(client: Client) -> None:
    await client.until(lambda: client.seen.table.turn == client.seat, "on turn")


async def said(client: Client, data: str) -> Reply:
    """Sends that and returns what is said to it."""
    before = len(client.of("reply"))
    await client.raw(data)
    return (await client.until(lambda: client.of("reply")[before:], "a reply"))[0].reply


async def assert_untouched(*clients: Client) -> None:
    """The room, read again from where it is kept, is as it was last shown."""
    for client in clients:
        before = (client.seen.version, client.seen.room, client.seen.table, client.seen.seat)
        await client.shown_all()
        assert (client.seen.version, client.seen.room, client.seen.table, client.seen.seat) == before


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
async def test_unreadable(table: Table, text: str) -> None:
    reply = await said(table[0], text)
    assert reply.refusal.code == "bad_command"
    assert not reply.HasField("id")
    await assert_untouched(*table)


@pytest.mark.rule("COM-28")
@pytest.mark.parametrize(("body", "code"), NOT_THE_CONTRACTS.values(), ids=NOT_THE_CONTRACTS)
async def test_not_the_contracts(table: Table, body: str, code: str) -> None:
    await assert_refused(table, body, code)


@pytest.mark.rule("COM-28")
@pytest.mark.parametrize(("body", "code"), NOT_ALLOWED.values(), ids=NOT_ALLOWED)
async def test_not_allowed(table: Table, body: str, code: str) -> None:
    turn = table[0].seen.table.turn_number
    for name, number in {"$turn": turn, "$over": turn - 1, "$next": turn + 1}.items():
        body = body.replace(name, str(number))
    await assert_refused(table, body, code)


async def assert_refused(table: Table, body: str, code: str) -> None:
    n = next(_NUMBERS)
    reply = await said(table[0], f'{{"id":{{"session":"{SESSION}","n":{n}}},{body}}}')
    assert (reply.id.session, reply.id.n, reply.refusal.code) == (SESSION, n, code)
    await assert_untouched(*table)


@pytest.mark.rule("COM-28")
async def test_out_of_turn(table: Table) -> None:
    _, waiting = table
    turn = waiting.seen.table.turn_number
    commands: tuple[Body, ...] = (
        {"draw": {}},
        {"play": {"card": waiting.seen.seat.hand[0]}},
        {"pass": {}},
        {"take": {}},
    )
    for command in commands:
        assert await waiting.refused(command={"turn": turn, **command}) == "not_your_turn"
    guest = waiting if waiting.seat == "p2" else table[0]
    assert await guest.refused(command={"kick": {"seat": "p1"}}) == "not_host"
    await assert_untouched(*table)


async def test_a_room_of_others(table: Table, people: People) -> None:
    (eve,) = await people("Eve")
    code = table[0].code
    frames: tuple[Body, ...] = (
        {"command": {"start": {}}},
        {"talk": {"phrase": "hello"}},
        {"resync": {}},
        {"takeBack": {}},
    )
    for frame in frames:
        assert await eve.refused(**frame) == "not_seated"
    await eve.enter(code, watch=True)
    commands: tuple[Body, ...] = ({"draw": {}}, {"kick": {"seat": "p1"}}, {"call": {}}, {"leave": {}})
    for command in commands:
        assert await eve.refused(command=command) == "not_seated"
    await eve.drop()
    welcome = await eve.connect(code)
    assert welcome.room == "", "there is no seat to resume"
    await assert_untouched(*table)


async def test_a_frame_that_is_too_long_ends_the_connection(table: Table, people: People) -> None:
    (eve,) = await people("Eve")
    reply = await said(eve, f'{{"id":{{"session":"{SESSION}","n":1}},"resync":{{}}{" " * 4_096}}}')
    assert reply.refusal.code == "bad_command"
    assert await eve.closed() == Close.TOO_LONG
    await eve.connect()
    await eve.raw(" " * 30_000)
    assert await eve.closed() == Close.TOO_LONG
    await assert_untouched(*table)


async def test_a_stroke_may_be_longer(table: Table) -> None:
    points = [500, 999] * 2_000
    assert await table[0].refused(command={"circle": {"points": points}}) == "wrong_phase"
    assert await table[0].refused(command={"circle": {"points": [*points, 1]}}) == "bad_command"
    await assert_untouched(*table)


async def test_a_binary_frame_ends_the_connection(table: Table, people: People) -> None:
    (eve,) = await people("Eve")
    await eve.raw(b'{"ping":{}}')
    assert await eve.closed() == Close.BINARY
    await assert_untouched(*table)


async def test_an_id_counts_once(table: Table) -> None:
    client, other = table
    turn, held = client.seen.table.turn_number, len(client.seen.seat.hand)
    n = next(_NUMBERS)
    draw = f'{{"id":{{"session":"{SESSION}","n":{n}}},"command":{{"turn":{turn},"draw":{{}}}}}}'
    first = await said(client, draw)
    assert not first.HasField("refusal")
    await other.until(lambda: other.seen.version == first.version, "shown the draw")
    await client.until(lambda: client.seen.version == first.version, "shown the draw")

    assert await said(client, draw) == first
    below = f'{{"id":{{"session":"{SESSION}","n":{n - 1}}},"command":{{"turn":{turn},"pass":{{}}}}}}'
    assert (await said(client, below)).refusal.code == "duplicate"
    assert client.seen.version == other.seen.version == first.version
    assert len(client.seen.seat.hand) == held + 1
    await assert_untouched(*table)
