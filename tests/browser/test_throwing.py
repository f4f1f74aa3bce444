"""Cards thrown onto the pile: one that fits is played, one that does not comes back and says why."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows
from tests.browser.window import Window

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200), pytest.mark.asyncio(loop_scope="package")]

_CORNER = {"x": 12, "y": 36}
_NUMBER = re.compile(r"^[rygb][0-9]$")


async def _throw(window: Window, card: str) -> None:
    held = await window.page.locator(f"[data-testid=hand-card][data-card='{card}']").first.bounding_box()
    pile = await window.get("discard-pile").bounding_box()
    assert held
    assert pile
    mouse = window.page.mouse
    await mouse.move(held["x"] + _CORNER["x"], held["y"] + _CORNER["y"])
    await mouse.down()
    await mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=8)
    await mouse.up()


async def _cards(window: Window, *, legal: bool) -> list[str]:
    cards = window.page.locator(f"[data-testid=hand-card][data-legal={'true' if legal else 'false'}]")
    found = await cards.evaluate_all("cards => cards.map(card => card.dataset.card)")
    return [card for card in found if _NUMBER.match(card)]


async def test_a_thrown_card_is_played_or_comes_back_with_the_reason(window: Windows) -> None:
    ada, grace = await window("Ada", size=PHONE), await window("Grace", size=PHONE)
    code = await ada.create("classic108")
    await grace.home()
    await grace.page.locator(f"[data-testid=lobby-entry][data-code='{code}']").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.get("start").click()
    await expect(ada.get("table")).to_be_visible()
    await expect(grace.get("table")).to_be_visible()

    mine = "[data-testid=turn][data-me=true]"
    async with asyncio.timeout(120):
        while True:
            for player in (ada, grace):
                if not await player.page.locator(mine).count():
                    continue
                fits, others = await _cards(player, legal=True), await _cards(player, legal=False)
                if not fits or not others:
                    await player.play_turns(1)
                    continue
                held = len(await player.hand())
                await _throw(player, others[0])
                await expect(player.get("toast")).to_be_visible()
                assert len(await player.hand()) == held
                await _throw(player, fits[0])
                await expect(player.get("discard-pile")).to_have_attribute("data-top", fits[0])
                return
            await asyncio.sleep(0.1)
