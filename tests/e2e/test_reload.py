"""A page that is reloaded, a token that lives, a second device: the seat goes with the person."""

import asyncio

import pytest

from services.gateway.closing import Close
from tests.e2e.autoplay import playing
from tests.e2e.client import Client, Lost
from tests.e2e.conftest import People, Seated
from tools.dev import Stack

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.rule("COM-21")
async def test_a_reloaded_page_is_back_in_its_seat_within_two_seconds(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob")
    await ann.command("start")
    await bob.until(lambda: bob.seen.seat.hand, "dealt to")
    hand = list(bob.seen.seat.hand)
    await bob.drop()
    await ann.until(lambda: not ann.seen.room.seats[1].connected, "shown that Bob is gone")

    async with asyncio.timeout(2):
        welcome = await bob.reload()
        await bob.until(lambda: bob.seen.seat.hand, "shown the hand")
    assert welcome.room == ann.code
    assert bob.seat == bob.seen.seat.seat == "p2"
    assert list(bob.seen.seat.hand) == hand
    await ann.until(lambda: ann.seen.room.seats[1].connected, "shown that Bob is back")
    turn = ann.seen.table.turn_number
    async with playing(ann, bob):
        await ann.until(lambda: ann.seen.table.turn_number > turn + 2, "playing on")


async def test_a_token_is_valid_until_its_successor_is_used(people: People) -> None:
    (ann,) = await people("Ann")
    player, first = ann.player_id, ann.token
    for _ in range(2):  # the welcome with the successor may be lost, so that the first is shown again
        await ann.drop()
        await ann.connect(token=first)
        assert ann.player_id == player
    assert ann.token != first
    await ann.drop()
    await ann.connect()
    assert ann.player_id == player


async def test_a_token_in_two_hands_ends_both_connections(people: People, stack: Stack) -> None:
    (ann,) = await people("Ann")
    player, spent = ann.player_id, ann.token
    for _ in range(2):
        await ann.drop()
        await ann.connect()
    with pytest.raises(Lost) as lost:
        await Client(stack.url, "Thief").connect(token=spent)
    assert lost.value.code == Close.TOKEN_SPENT
    assert await ann.closed() == Close.TOKEN_SPENT
    await ann.connect()
    assert ann.player_id != player, "the identity has ended with them"


@pytest.mark.rule("COM-31")
async def test_the_latest_connection_has_the_seat_and_the_earlier_may_take_it_back(
    seated: Seated, people: People
) -> None:
    ann, bob = await seated("Ann", "Bob")
    await ann.command("start")
    (phone,) = await people("Ann’s phone")
    await phone.drop()
    await phone.connect(ann.code, token=ann.token)
    await phone.until(lambda: phone.seen.seat.hand, "shown the hand")
    assert phone.seat == "p1"
    assert phone.seen.seat.hand == ann.seen.seat.hand
    await ann.until(lambda: ann.notices == ["taken_over"], "told")

    shown, turn = ann.seen.version, bob.seen.table.turn_number
    assert await ann.refused(command={"turn": turn, "draw": {}}) == "not_seated"
    async with playing(phone, bob):
        await bob.until(lambda: bob.seen.table.turn_number > turn + 2, "playing with the phone")
    await ann.ping()
    assert ann.seen.version == shown, "the earlier connection is silent"

    await ann.does(takeBack={})
    await phone.until(lambda: phone.notices == ["taken_over"], "told")
    turn = bob.seen.table.turn_number
    async with playing(ann, bob):
        await bob.until(lambda: bob.seen.table.turn_number > turn + 2, "playing with the computer")
    assert ann.seat == "p1"
