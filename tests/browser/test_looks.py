"""Every screen in every language and both themes: axe finds nothing, and no text is cut off or spills over."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import DESK, PHONE, Windows
from tests.browser.looks import check

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200), pytest.mark.asyncio(loop_scope="package")]


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param(PHONE, "dark", id="phone-dark"),
        pytest.param(DESK, "light", id="desk-light"),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.long),
        pytest.param(DESK, "dark", id="desk-dark", marks=pytest.mark.long),
    ],
)
async def test_every_screen_can_be_read(window: Windows, size: dict[str, int], theme: str) -> None:
    ada = await window("Ada", size=size, color_scheme=theme)
    await ada.home()
    await check(ada, "home-name")
    await ada.create("classic108", public=False)
    await ada.get("add-bot").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    await check(ada, "start")
    await ada.set("start_hand", "5")
    await ada.get("start").click()
    await check(ada, "table")
    if await ada.get("choose").count():  # a wild start card: its colour is owed first (CL-08)
        await ada.get("choose-colour-r").click()
        await expect(ada.get("choose")).to_have_count(0)
    await ada.get("menu").click()
    await check(ada, "leave")
    await ada.get("sheet-close").click()
    await ada.play_round()
    await check(ada, "score-screen")


async def test_a_link_leads_to_the_rooms_door(window: Windows) -> None:
    ada, grace = await window("Ada"), await window("Grace", size=PHONE)
    code = await ada.create("classic108", public=False)
    await grace.page.goto(f"/r/{code.lower()}")
    await check(grace, "door")
    await grace.get("door-watch").click()
    await expect(grace.get("toast")).to_be_visible()
    await grace.get("door-name").fill("Grace")
    await grace.get("door-watch").click()
    await expect(grace.page).to_have_url(re.compile(f"/r/{code}$"))
