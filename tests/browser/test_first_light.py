"""The main job: people meet in a public lobby, add a bot, and play rounds to the end, in the browser."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.browser.conftest import DESK, PHONE, Windows
from tests.browser.window import Window
from tools.dev import Stack

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400), pytest.mark.asyncio(loop_scope="package")]

# Far more than a round takes; on a machine that does other things too it takes several times as long.
ROUND_S = 300
# On the score screen: replay, talk and the hands may come before how it goes on.
MOST_STOPS = 12


@pytest.mark.rule("COM-32")
async def test_a_public_room_comes_and_goes_in_the_others_list(window: Windows) -> None:
    ada, grace = await window("Ada"), await window("Grace", size=PHONE)
    await grace.home()
    code = await ada.create("zerocards")
    entry = grace.page.locator(f"[data-testid=lobby-entry][data-code='{code}']")
    await expect(entry).to_be_visible()
    await expect(entry).to_contain_text("Ada")

    await ada.get("setting-public").click()
    await expect(entry).to_have_count(0)
    await ada.get("setting-public").click()
    await entry.click()
    await expect(ada.get("seat")).to_have_count(2)
    await expect(grace.get("room-code")).to_have_attribute("data-code", code)


@pytest.mark.parametrize(
    ("ruleset", "size"), [pytest.param("zerocards", PHONE, marks=pytest.mark.long), ("classic108", DESK)]
)
async def test_two_people_and_a_bot_play_a_round_to_the_scores(
    window: Windows, ruleset: str, size: dict[str, int]
) -> None:
    ada, grace = await window("Ada", size=size), await window("Grace", size=size)
    code = await ada.create(ruleset)
    await grace.home()
    await grace.page.locator(f"[data-testid=lobby-entry][data-code='{code}']").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.get("add-bot").click()
    await expect(grace.get("seat")).to_have_count(3)
    await ada.set("start_hand", "5")
    await ada.get("start").click()

    async with asyncio.timeout(ROUND_S):
        await asyncio.gather(ada.play_round(), grace.play_round())
    for one in (ada, grace):
        await expect(one.get("score-row")).to_have_count(3)
    winner = await ada.get("score-screen").get_attribute("data-winner")
    await expect(grace.get("score-screen")).to_have_attribute("data-winner", winner or "")

    # The host says how it goes on; a game of one round ends with it.
    goes_on = ada.get("next-round").or_(ada.get("rematch"))
    await goes_on.click()
    await expect(grace.get("score-screen")).to_have_count(0)
    await expect(grace.get("hand-card").first).to_be_visible()


@pytest.mark.rule("COM-21")
@pytest.mark.parametrize(
    "goes_on",
    [
        pytest.param(lambda one: one.play_turns(1), id="a-turn"),
        pytest.param(Window.play_round, id="the-round", marks=pytest.mark.long),
    ],
)
async def test_a_reload_in_mid_game_is_back_in_its_seat_in_two_seconds(
    window: Windows, goes_on: Callable[[Window], Awaitable[None]]
) -> None:
    ada, grace = await window("Ada"), await window("Grace", size=PHONE)
    code = await ada.create("classic108", public=False)
    await grace.page.goto(f"/r/{code}")
    await grace.get("door-name").fill(grace.name)
    await grace.get("door-join").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.get("start").click()
    async with asyncio.timeout(ROUND_S):
        await asyncio.gather(ada.play_turns(4), grace.play_turns(4))
    held = await grace.settled_hand()

    begun = time.monotonic()
    await grace.page.reload()
    await expect(grace.get("hand-card")).to_have_count(len(held))
    took = time.monotonic() - begun
    assert await grace.hand() == held
    assert took < 2, f"{took:.2f} s"
    async with asyncio.timeout(ROUND_S):
        await asyncio.gather(goes_on(ada), goes_on(grace))


@pytest.mark.rule("COM-31")
async def test_a_newer_tab_takes_the_seat_and_the_older_takes_it_back(window: Windows) -> None:
    ada = await window("Ada")
    code = await ada.create("zerocards", public=False)
    newer = await ada.page.context.new_page()
    await newer.goto(f"/r/{code}")
    await expect(newer.get_by_test_id("seat")).to_have_count(1)
    await expect(ada.get("quiet")).to_be_visible()

    await ada.get("play-here").click()
    await expect(ada.get("seat")).to_have_count(1)
    await expect(newer.get_by_test_id("quiet")).to_be_visible()


@pytest.mark.rule("COM-23")
async def test_settings_are_seen_live_and_a_bot_can_be_sent_away(window: Windows) -> None:
    ada, grace = await window("Ada"), await window("Grace", size=PHONE)
    code = await ada.create("zerocards", public=False)
    await grace.page.goto(f"/r/{code}")
    await grace.get("door-name").fill(grace.name)
    await grace.get("door-join").click()
    await ada.set("start_hand", "5")
    await expect(grace.get("setting-start_hand")).to_have_attribute("data-value", "5")
    await expect(grace.get("setting-start_hand")).to_have_attribute("data-changed", "true")

    await ada.get("add-bot").click()
    await expect(grace.get("seat")).to_have_count(3)
    await ada.page.locator("[data-testid^=kick-]").last.click()
    await ada.get("confirm-yes").click()
    await expect(grace.get("seat")).to_have_count(2)


@pytest.mark.long
async def test_a_whole_round_by_keyboard(window: Windows) -> None:
    ada = await window("Ada")
    await ada.create("classic108", public=False)
    await ada.get("add-bot").click()
    await ada.set("start_hand", "5")
    await ada.get("start").click()
    async with asyncio.timeout(ROUND_S):
        await ada.play_round_by_keyboard()
    goes_on = ada.get("next-round").or_(ada.get("rematch"))
    await expect(goes_on).to_be_visible()
    for _ in range(MOST_STOPS):
        await ada.page.keyboard.press("Tab")
        if await goes_on.evaluate("button => button === document.activeElement"):
            break
    await expect(goes_on).to_be_focused()
    await ada.page.keyboard.press("Enter")
    await expect(ada.get("score-screen")).to_have_count(0)
    await expect(ada.get("hand-card").first).to_be_visible()


async def test_a_card_explains_itself(window: Windows) -> None:
    ada = await window("Ada", size=PHONE, has_touch=True)
    await ada.create("zerocards", public=False)
    await ada.get("add-bot").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.get("start").click()
    card = ada.get("hand-card").first
    await card.click(button="right", position={"x": 25, "y": 36})
    await expect(ada.get("card-help")).to_be_visible()
    await ada.page.keyboard.press("Escape")
    await expect(ada.get("card-help")).to_have_count(0)


async def test_a_gateway_that_restarts_costs_a_moment_and_no_command(window: Windows, stack: Stack) -> None:
    ada = await window("Ada")
    await ada.create("classic108", public=False)
    restarted = asyncio.create_task(stack.restart("gateway"))
    await expect(ada.get("link-lost")).to_be_visible()
    await ada.get("add-bot").click()
    await restarted
    await expect(ada.get("link-lost")).to_have_count(0, timeout=30_000)
    await expect(ada.get("seat")).to_have_count(2)
