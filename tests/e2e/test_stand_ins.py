"""Where bots take over, one plays for whoever leaves, until they are back (COM-20)."""

import pytest
from zerocards.game.v1.view_pb2 import SeatInfo

from tests.e2e.autoplay import playing
from tests.e2e.client import Client
from tests.e2e.conftest import STILL, Seated

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.rule("COM-20")
async def test_a_bot_plays_for_who_has_left_until_they_come_back(seated: Seated) -> None:
    ann, bob, cleo = await seated("Ann", "Bob", "Cleo", settings={**STILL, "bot_takeover": "on"})
    await ann.command("start")
    await bob.command("leave")
    await ann.until(lambda: info(ann).stand_in, "shown that a bot plays for Bob")
    async with playing(ann, cleo, for_ever=True):
        before = turns(ann)
        await ann.until(lambda: turns(ann) > before + 3, "shown the bot's turns", within_s=20)

    await bob.enter(ann.code)
    await ann.until(lambda: not info(ann).stand_in and info(ann).connected, "shown that Bob is back")
    assert bob.seat == "p2"
    assert info(ann).name == "Bob"
    async with playing(ann, bob, cleo, for_ever=True):
        before = bob.seen.version
        await bob.until(lambda: bob.seen.seat.hand and bob.seen.version > before + 20, "playing", within_s=20)
    assert not info(ann).bot


def info(client: Client) -> SeatInfo:
    return next(seat for seat in client.seen.room.seats if seat.seat == "p2")


def turns(client: Client) -> int:
    """What p2 has played or drawn."""
    return sum("p2" in (event.card_played.seat, event.cards_drawn.seat) for event in client.seen.events())
