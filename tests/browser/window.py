"""A person at a browser window: what they click, and an autopilot that plays what the page offers."""

import asyncio
import math
from contextlib import suppress
from dataclasses import dataclass

from playwright.async_api import Error, Locator, Page, expect

CORNER = {"x": 25, "y": 36}
"""A card's corner shows even where the next card lies on it; held askew, it is not the very corner of its box."""
_CLICK_MS = 1_500
_ANSWER_MS = 20

_NEXT_KEY = """() => {
  const shown = (testid) => document.querySelector(`[data-testid=${testid}]:enabled`);
  if (document.querySelector("[data-testid=choose]")) return "Enter";
  if (shown("call")) return "0";
  if (!document.querySelector("[data-testid=turn][data-me=true]")) return null;
  if (document.querySelector("[data-testid=hand-card][data-legal=true]")) {
    const { dataset } = document.activeElement;
    if (dataset.legal === "true") return "Enter";
    if (dataset.legal === undefined) document.activeElement.blur();
    return document.activeElement.matches("[data-card]:last-of-type") ? "Home" : "ArrowRight";
  }
  if (shown("pass")) return "p";
  if (shown("challenge")) return "c";
  if (shown("take")) return "t";
  return shown("draw-pile") ? "d" : null;
}"""
"""The key of somebody who has no mouse."""

_CIRCLE = "[data-testid=circle-area]"
_STROKE_POINTS = 24

_NEXT_CLICK = """() => {
  const CIRCLE = "[data-testid=circle-area]";
  const shown = (selector) => (document.querySelector(selector) ? selector : null);
  const id = (testid) => shown(`[data-testid=${testid}]:enabled`);
  if (shown("[data-testid=choose]")) {
    return shown("[data-testid^=choose-colour]") ?? shown("[data-testid^=choose-target]") ?? id("choose-without")
      ?? id("choose-done") ?? shown("[data-testid=choose-card][aria-pressed=false]");
  }
  if (shown("[data-testid=circle-area].open")) return CIRCLE;
  if (shown("[data-testid=pad-1]")) return id("duel-send") ?? id("pad-1");
  if (shown("dialog[open]")) return null;
  if (id("call")) return id("call");
  if (!shown("[data-testid=turn][data-me=true]")) return null;
  // Numbers are kept: the very last card may have to be one.
  const cards = [...document.querySelectorAll("[data-testid=hand-card][data-legal=true]")];
  const legal = cards.map((card) => card.dataset.card);
  const card = legal.find((each) => !/^[rygb][0-9]$/.test(each)) ?? legal[0];
  if (card) return `[data-testid=hand-card][data-card="${card}"]`;
  return id("pass") ?? id("challenge") ?? id("take") ?? id("draw-pile");
}"""
"""The selector of what an eager player would click now; null when it is not up to them."""


@dataclass
class Window:
    page: Page
    name: str

    def get(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    async def home(self) -> None:
        await self.page.goto("/")
        await self.get("home-name").fill(self.name)

    async def create(self, ruleset: str, *, public: bool = True) -> str:
        """Opens a room from the start page; returns its code."""
        await self.home()
        await self.get(f"ruleset-{ruleset}").check()
        switch = self.get("create-public")
        if (await switch.get_attribute("aria-checked") == "true") is not public:
            await switch.click()
        await self.get("create-room").click()
        return await self.code()

    async def code(self) -> str:
        code = await self.get("room-code").get_attribute("data-code")
        assert code
        return code

    async def set(self, setting: str, value: str) -> None:
        """Changes a house rule in the lobby, as the host."""
        control = self.get(f"setting-{setting}")
        await control.evaluate("element => element.closest('details')?.setAttribute('open', '')")
        if await control.get_attribute("data-value") == value:
            return
        choice = control.locator("select")
        if await choice.count():
            await choice.select_option(value)
        else:
            await control.get_by_role("switch").click()
        await expect(control).to_have_attribute("data-value", value)

    async def hand(self) -> list[str]:
        cards = await self.get("hand-card").evaluate_all("cards => cards.map(card => card.dataset.card)")
        return sorted(cards)

    async def settled_hand(self) -> list[str]:
        """Once no move of theirs is on its way any more."""
        before: list[str] = []
        while (now := await self.hand()) != before:
            before = now
            await asyncio.sleep(0.5)
        return now

    async def play_round(self) -> None:
        """Clicks what the page offers until the scores are shown."""
        while not await self.get("score-screen").count():
            if not await self._step():
                await asyncio.sleep(_ANSWER_MS / 1_000)

    async def play_round_by_keyboard(self) -> None:
        while not await self.get("score-screen").count():
            key = await self.page.evaluate(_NEXT_KEY)
            if key is not None:
                await self.page.keyboard.press(key)
            await asyncio.sleep(_ANSWER_MS / 1_000)

    async def play_turns(self, turns: int) -> None:
        """Until so many turns of the round have gone by."""
        table = self.get("table")
        await expect(table).to_be_visible()
        last = int(await table.get_attribute("data-turn-number") or 0) + turns
        while not await self.get("score-screen").count():
            if int(await table.get_attribute("data-turn-number") or 0) >= last:
                return
            if not await self._step():
                await asyncio.sleep(_ANSWER_MS / 1_000)

    async def _step(self) -> bool:
        """One click, if one is due. What was on screen may be gone when it is clicked: another was faster."""
        selector = await self.page.evaluate(_NEXT_CLICK)
        if selector is None:
            return False
        with suppress(Error):
            if selector == _CIRCLE:
                await self.draw_circle()
                return True
            await self.page.locator(selector).first.click(timeout=_CLICK_MS, position=CORNER)
        return True

    async def draw_circle(self) -> None:
        """As round as a mouse that stops so many times on the way."""
        box = await self.page.locator(_CIRCLE).bounding_box(timeout=_CLICK_MS)
        if box is None:
            return
        radius = box["width"] / 3
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for point in range(_STROKE_POINTS + 1):
            angle = 2 * math.pi * point / _STROKE_POINTS
            await self.page.mouse.move(x + radius * math.cos(angle), y + radius * math.sin(angle))
            if point == 0:
                await self.page.mouse.down()
        await self.page.mouse.up()
