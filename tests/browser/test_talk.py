"""Phrases and emotes: said by one, shown at their seat to everybody, not too often, and not to who has muted them."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows
from tests.browser.looks import check

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200), pytest.mark.asyncio(loop_scope="package")]


async def test_what_is_said_shows_at_the_seat_until_it_is_muted(window: Windows) -> None:
    ada, grace = await window("Ada", size=PHONE), await window("Grace")
    code = await ada.create("zerocards", public=False)
    await grace.page.goto(f"/r/{code}")
    await grace.get("door-name").fill("Grace")
    await grace.get("door-join").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.get("start").click()

    await ada.get("talk").click()
    await check(ada, "talk-sheet")
    await ada.get("say-good_luck").click()
    for one in (ada, grace):
        await expect(one.get("bubble")).to_have_attribute("data-seat", "p1")
    # At once again: the gateway asks for a breath.
    await ada.get("talk").click()
    await ada.get("say-laugh").click()
    await expect(ada.get("toast")).to_be_visible()
    await expect(grace.get("bubble")).to_have_count(0)

    await ada.get("talk").click()
    await ada.get("mute-p2").click()
    await ada.get("sheet-close").click()
    await grace.get("talk").click()
    await grace.get("say-clap").click()
    await expect(grace.get("bubble")).to_have_attribute("data-phrase", "clap")
    await expect(ada.get("bubble")).to_have_count(0)
