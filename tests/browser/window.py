"""A person at a browser window: what they click, and an autopilot that plays what the page offers."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from playwright.async_api import Error, Locator, Page, expect

_CORNER = {"x": 9, "y": 16}
"""A card's corner shows even where the next card lies on it."""
_CLICK_MS = 1_500
_ANSWER_MS = 20


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

    async def play_round(self) -> None:
        """Clicks what the page offers until the scores are shown."""
        while not await self.get("score-screen").count():
            if not await self._step():
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
        for target in await self._offered():
            with suppress(Error):
                await target.click(timeout=_CLICK_MS, position=_CORNER)
                return True
        return False

    async def _offered(self) -> list[Locator]:
        if await self.get("choose").count():
            for part in (
                "[data-testid^=choose-colour]",
                "[data-testid^=choose-target]",
                "[data-testid=choose-without]",
            ):
                found = self.page.locator(part)
                if await found.count():
                    return [found.first]
            return await self._give()
        if await self.get("circle-area").count():
            return []
        if await self.get("duel-send").count():
            return [self.get("pad-1")] if await self.get("duel-send").is_disabled() else [self.get("duel-send")]
        candidates = [self.get("call")]
        if await self.page.locator("[data-testid=turn][data-me=true]").count():
            candidates += [
                self.page.locator("[data-testid=hand-card][data-legal=true]"),
                self.get("pass"),
                self.get("challenge"),
                self.get("take"),
                self.page.locator("[data-testid=draw-pile]:enabled"),
            ]
        return [each.first for each in candidates if await each.count()]

    async def _give(self) -> list[Locator]:
        done = self.get("choose-done")
        if await done.count() and await done.is_enabled():
            return [done]
        return [self.page.locator("[data-testid=choose-card][aria-pressed=false]").first]
