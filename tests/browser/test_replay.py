"""A finished round can be watched again, from the score screen's link and from the link alone."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows
from tests.browser.looks import check
from tests.browser.window import Window

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400), pytest.mark.asyncio(loop_scope="package")]


async def test_a_round_is_watched_again(window: Windows) -> None:
    ada = await window("Ada", size=PHONE)
    await ada.create("classic108", public=False)
    await ada.get("add-bot").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.set("start_hand", "5")
    await ada.get("start").click()
    await ada.play_round()
    async with ada.page.context.expect_page() as opened:
        await ada.get("watch-replay").click()
    replay = Window(await opened.value, "Ada")

    shown = replay.get("replay")
    await expect(replay.get("replay-hand")).to_have_count(2)
    await expect(replay.get("replay-hand").first).to_contain_text("Ada, 5 cards")
    await replay.page.keyboard.press("ArrowRight")
    await expect(shown).to_have_attribute("data-step", "1")
    await replay.get("replay-back").click()
    await expect(shown).to_have_attribute("data-step", "0")
    await replay.get("replay-view").select_option("p1")
    await expect(replay.page.locator("[data-seat=p2][data-open=false]")).to_have_count(1)
    await replay.get("replay-speed").select_option("4")
    await replay.get("replay-play").click()
    await expect(shown).not_to_have_attribute("data-step", "0")
    await replay.get("replay-last").click()
    steps = int(await shown.get_attribute("data-steps") or 0)
    await expect(shown).to_have_attribute("data-step", str(steps - 1))
    await check(replay, "replay")
    # The game was not left for it.
    await expect(ada.get("score-screen")).to_be_visible()


async def test_a_replay_that_is_not_there_says_so(window: Windows) -> None:
    ada = await window("Ada")
    # The browser itself notes a 404.
    await ada.page.route("**/api/replays/**", lambda route: route.fulfill(status=200, json={}))
    await ada.page.goto("/replay/K7QX2MPA/1")
    await expect(ada.get("replay-message")).to_be_visible()
    await check(ada, "replay")
