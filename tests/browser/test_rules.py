"""The rules in the client: from the start page, the lobby and the table's menu, for each rule set."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows
from tests.browser.looks import check

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200), pytest.mark.asyncio(loop_scope="package")]


async def test_the_rules_are_at_hand_everywhere(window: Windows) -> None:
    ada = await window("Ada", size=PHONE)
    await ada.home()
    await ada.get("rules").click()
    for ruleset in ("zerocards", "classic108", "classic112", "mercy"):
        await ada.get("rules-ruleset").select_option(ruleset)
        await check(ada, "rules-sheet")
    await expect(ada.page.locator("[data-testid=rules-card][data-face=wildroulette]")).to_be_visible()
    await ada.get("sheet-close").click()

    await ada.create("zerocards", public=False)
    await ada.get("add-bot").click()
    await ada.get("rules").click()
    await expect(ada.get("rules-ruleset")).to_have_value("zerocards")
    await ada.get("sheet-close").click()
    await ada.get("start").click()
    await ada.get("menu").click()
    await ada.get("rules").click()
    await expect(ada.get("rules-sheet")).to_be_visible()
