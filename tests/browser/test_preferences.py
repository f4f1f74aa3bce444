"""What the player likes is there again the next time: theme, contrast, cards, sound."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="package")]


async def test_the_look_is_remembered(window: Windows) -> None:
    ada = await window("Ada", size=PHONE, color_scheme="light")
    await ada.home()
    root = ada.page.locator(":root")
    await expect(root).to_have_attribute("data-theme", "light")

    await ada.get("look").click()
    await ada.get("theme").select_option("dark")
    await ada.get("deck").select_option("ink")
    await ada.get("contrast").click()
    await ada.get("sound").click()
    await expect(root).to_have_attribute("data-theme", "dark")

    await ada.page.reload()
    await expect(root).to_have_attribute("data-theme", "dark")
    await expect(root).to_have_attribute("data-deck", "ink")
    await expect(root).to_have_attribute("data-contrast", "high")
    await ada.get("look").click()
    await expect(ada.get("sound")).to_have_attribute("aria-checked", "false")
