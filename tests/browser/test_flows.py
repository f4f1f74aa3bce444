"""What a table asks of a player besides a card: answers, catches, calls, choices taken back, being out."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from services.game.engine import Room
from tests.browser.conftest import DESK, PHONE, Opened
from tests.browser.minigames import draw_circles, solution_of
from tests.browser.party import Party, party
from tests.browser.position import Lay
from tests.browser.window import CORNER
from tools.dev import Stack

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="package")]

MERCY: dict[str, Any] = {"ruleset": "mercy"}
CLASSIC: dict[str, Any] = {"ruleset": "classic108"}


@pytest_asyncio.fixture(scope="module", loop_scope="package", params=[PHONE, DESK], ids=["phone", "desk"])
async def _party(
    request: pytest.FixtureRequest, stack: Stack, browser: Browser, lay: Lay
) -> AsyncIterator[tuple[Opened, Party]]:
    opened = Opened(stack, browser)
    async with party(opened, lay, request.param) as three:
        yield opened, three
    await opened.close()


@pytest_asyncio.fixture(loop_scope="package")
async def three(_party: tuple[Opened, Party], request: pytest.FixtureRequest) -> AsyncIterator[Party]:
    opened, the_party = _party
    failed_before = request.session.testsfailed
    yield the_party
    if request.session.testsfailed > failed_before:
        await opened.keep(request.node.name)


async def test_choices_can_be_taken_back_with_the_call_in_reach(three: Party) -> None:
    await three.lay(ada="wild+1 y9")
    await three.card("wild+1").click(position=CORNER)
    await expect(three.get("choose-colour-y")).to_be_visible()
    await three.get("choose").get_by_role("button", name="0cards!").click()
    await expect(three.get("told")).to_contain_text("0cards!")
    await three.get("choose-cancel").click()
    await expect(three.get("choose")).to_have_count(0)
    await three.holds("wild+1 y9")
    await three.sees(turn="p1")


async def test_the_table_stays_where_it_is_whichever_card_is_looked_for(three: Party) -> None:
    await three.lay(ada="r1 r2 r3 g4 g5 g6 b7 b8 b9 y7 y8 y9")
    cards = three.get("hand-card")
    for each in (cards.first, cards.last):
        await each.evaluate("card => { card.focus(); card.scrollIntoView({ inline: 'center' }); }")
        assert await three.get("table").evaluate("table => table.scrollLeft") == 0


async def test_a_thrown_card_is_played_or_comes_back_with_the_reason(three: Party) -> None:
    await three.lay(ada="r5 y9 b2")
    await _throw(three, "b2")
    await expect(three.get("toast")).to_be_visible()
    await three.holds("r5 y9 b2")
    await _throw(three, "r5")
    await three.sees(top="r5", turn="p2")
    await three.holds("y9 b2")


async def _throw(three: Party, card: str) -> None:
    """By its corner, for cards lie over each other, and once it lies still."""
    pile = await three.get("discard-pile").bounding_box()
    assert pile
    mouse = three.ada.page.mouse
    await three.card(card).hover(position=CORNER)
    await mouse.down()
    await mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=8)
    await mouse.up()


async def test_choices_by_keyboard(three: Party) -> None:
    await three.lay(ada="rgift y9 y9 y8", ben="b1")
    keyboard = three.ada.page.keyboard
    await three.card("rgift").focus()
    await keyboard.press("Enter")
    await expect(three.get("choose-target-p2")).to_be_focused()
    await keyboard.press("Enter")
    await expect(three.get("choose-card").first).to_be_focused()
    for key in ("Space", "Tab", "Space", "Tab", "Tab", "Enter"):
        await keyboard.press(key)
    await three.sees(top="rgift", p2=3)
    await expect(three.get("hand-card")).to_have_count(1)

    await three.lay(ada="wild y9")
    await three.card("wild").focus()
    await keyboard.press("Enter")
    await keyboard.press("Escape")
    await expect(three.get("choose")).to_have_count(0)
    await three.holds("wild y9")


@pytest.mark.rule("ZC-14")
async def test_a_duel_by_keyboard(three: Party) -> None:
    await three.lay(ada="r5 y9", ben="rduel b2 b3", turn="Ben")
    await three.ben.command("play", card="rduel", target="p1")
    await expect(three.get("duel")).to_be_visible()
    wrong = str(await solution_of(three.ada) + 1)
    await three.ada.page.keyboard.type(wrong + "7")
    await three.ada.page.keyboard.press("Backspace")
    await expect(three.get("duel-answer")).to_have_text(wrong)
    await three.ada.page.keyboard.press("Enter")
    await expect(three.get("duel")).to_have_count(0)
    await three.is_told("it was")
    await expect(three.get("hand-card")).to_have_count(7)


@pytest.mark.rule("ZC-15")
async def test_a_circle_that_another_begins(three: Party) -> None:
    await three.lay(ada="r5 y9", cleo="rcircle g2 g3", turn="Cleo")
    await three.cleo.command("play", card="rcircle")
    await draw_circles(three)
    await expect(three.get("circle-result")).to_be_visible()
    await three.get("circle-result").get_by_role("button").click()


@pytest.mark.rule("CL-11", "CL-12")
async def test_a_bluff_is_challenged_and_the_hand_shown_to_the_challenger(three: Party) -> None:
    await three.lay(**CLASSIC, ben="wild+4 r1 b3", turn="Ben", direction=-1)
    await three.ben.command("play", card="wild+4", colour="g")
    await three.get("challenge").click()
    await expect(three.get("reveal").locator("[role=img]")).to_have_count(2)
    await three.is_told("Ben was bluffing")
    await three.sees(turn="p1", p2=6)

    await three.lay(**CLASSIC, ben="wild+4 b1 b3", turn="Ben", direction=-1)
    await three.ben.command("play", card="wild+4", colour="g")
    await three.get("take").click()
    await expect(three.get("hand-card")).to_have_count(6)
    await three.sees(turn="p3")


@pytest.mark.rule("COM-17")
async def test_who_forgot_to_call_is_caught_at_their_seat(three: Party) -> None:
    await three.lay(**CLASSIC, ben="r1 b2", turn="Ben")
    await three.ben.command("play", card="r1")
    await three.get("catch-p2").click()
    await three.sees(p2=3)
    await three.is_told("You catch Ben")
    await expect(three.get("catch-p2")).to_have_count(0)


@pytest.mark.rule("COM-16")
async def test_the_call_is_made_before_the_card(three: Party) -> None:
    await three.lay(ada="r5 y9")
    await three.get("call").click()
    await expect(three.get("call")).to_have_count(0)
    await three.play("r5")
    await three.sees(top="r5", turn="p2")
    await three.is_told("0cards!")


@pytest.mark.rule("ZC-32")
async def test_a_jump_in_from_the_hand(three: Party) -> None:
    await three.lay(ada="r4 y9 y8", turn="Ben", settings={"jump_in": True})
    await expect(three.card("r4")).to_have_attribute("data-legal", "true")
    await three.play("r4")
    await three.is_told("You jump in with red 4")
    await three.sees(turn="p2")


@pytest.mark.rule("COM-05", "CL-09")
async def test_a_drawn_card_is_played_or_passed(three: Party) -> None:
    await three.lay(**CLASSIC, ada="b1 y9", draw="r7 y1 y2 y3")
    await three.get("draw-pile").click()
    await expect(three.get("hand-card")).to_have_count(3)
    await expect(three.card("r7")).to_have_attribute("data-legal", "true")
    await expect(three.card("b1")).to_have_attribute("data-legal", "false")
    await three.get("pass").click()
    await three.sees(turn="p2")


@pytest.mark.rule("ZC-07")
async def test_a_stack_is_taken_from_the_draw_pile_or_sent_on(three: Party) -> None:
    await three.lay(ada="g+2 y9", discard="r+2", stack={"cards": 2, "by": "Cleo", "last": "+2"})
    await expect(three.get("stack")).to_have_text("+2")
    await three.play("g+2")
    await expect(three.get("stack")).to_have_text("+4")
    await three.sees(turn="p2")

    await three.lay(ada="b1 y9", discard="r+2", stack={"cards": 4, "by": "Cleo", "last": "+2"})
    await three.get("draw-pile").click()
    await expect(three.get("stack")).to_have_count(0)
    await expect(three.get("hand-card")).to_have_count(6)


@pytest.mark.rule("MC-04")
async def test_too_many_cards_are_the_end_of_it(three: Party) -> None:
    hand = " ".join(["b1", "b2", "b3"] * 6)
    stack = {"cards": 10, "by": "Cleo", "last": "wild+10"}
    await three.lay(**MERCY, ada=hand, discard="wild+10/g", colour="g", stack=stack)
    await three.get("take").click()
    await three.is_told("You are out of the round")
    await expect(three.get("hand-card")).to_have_count(0)
    await three.sees(turn="p2")


@pytest.mark.rule("MC-16")
async def test_the_host_moves_a_slow_turn_on(three: Party) -> None:
    def slow(room: Room, now: int) -> None:
        room.round.turn_started = now - 31_000

    await three.lay(slow, **MERCY, turn="Ben")
    await three.get("skip").click()
    await three.sees(turn="p3", p2=4)


@pytest.mark.rule("COM-04", "COM-11")
async def test_a_card_that_does_not_fit_says_why(three: Party) -> None:
    await three.lay(ada="b1 r5")
    await three.card("b1").click(position=CORNER)
    await expect(three.get("toast").first).to_contain_text("fit")
    await three.holds("b1 r5")


@pytest.mark.rule("ZC-24")
async def test_what_hangs_over_the_table_is_shown(three: Party) -> None:
    await three.lay(
        settings={"chaos_meter": True},
        chaos=11,
        bomb={"countdown": 3, "cards": 6},
        frozen=["Cleo"],
        called=["Ben"],
        ben="b1",
    )
    await expect(three.get("chaos")).to_have_attribute("data-chaos", "11")
    await expect(three.get("chaos")).to_contain_class("glowing")
    await expect(three.get("bomb")).to_have_attribute("data-countdown", "3")
    await expect(three.seat("p3")).to_contain_text("frozen")
    await expect(three.seat("p2")).to_contain_text("one card left, has called")


async def test_thirty_cards_can_each_be_reached(three: Party) -> None:
    digits = [f"{colour}{digit}" for colour in "ygb" for digit in range(1, 10)] + ["r1", "r2", "r3"]
    await three.lay(ada=" ".join(digits))
    # Its corner is on screen and not under another card.
    await three.ada.page.wait_for_function(
        """() => [...document.querySelectorAll("[data-testid=hand-card]")].every((card) => {
          const { left, top } = card.getBoundingClientRect();
          return left >= 0 && top + 40 <= innerHeight && card.contains(document.elementFromPoint(left + 14, top + 20));
        })"""
    )
    await three.play("r3")
    await three.sees(top="r3")
