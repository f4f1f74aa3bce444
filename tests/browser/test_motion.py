"""What happens is shown, ended by a tap, and not shown at all to who wants no motion."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="package")]


async def test_the_dice_roll_until_a_tap(window: Windows) -> None:
    ada, grace = await window("Ada", size=PHONE), await window("Grace", size=PHONE)
    await ada.page.emulate_media(reduced_motion="no-preference")
    code = await ada.create("zerocards")
    await grace.home()
    await grace.page.locator(f"[data-testid=lobby-entry][data-code='{code}']").click()
    await expect(ada.get("seat")).to_have_count(2)

    # How many were ever there, however slow the one who looks.
    for one in (ada, grace):
        await one.page.evaluate(
            """() => {
              window.acts = new Set();
              new MutationObserver(() => {
                for (const act of document.querySelectorAll("[data-testid=act]")) window.acts.add(act.dataset.act);
              }).observe(document.body, { subtree: true, childList: true });
            }"""
        )
    await ada.get("start").click()
    await ada.page.wait_for_function("() => window.acts.has('dice')")
    await ada.page.mouse.click(4, 300)
    await expect(ada.get("act")).to_have_count(0, timeout=500)
    await expect(ada.get("hand-card").first).to_be_visible()

    await expect(grace.get("hand-card").first).to_be_visible()
    assert await grace.page.evaluate("() => window.acts.size") == 0
