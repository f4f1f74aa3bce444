"""Ada at a browser window, Ben and Cleo at sockets, one room: any table can be laid for the three."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.conftest import Opened
from tests.browser.position import Change, Lay
from tests.browser.window import CORNER, Window
from tests.e2e.client import Client

_NAMES = ("Ada", "Ben", "Cleo")
_TABLE: dict[str, Any] = {
    "ruleset": "zerocards",
    "players": list(_NAMES),
    "hands": {"Ada": "r5 y9", "Ben": "b1 b2 b3", "Cleo": "g1 g2 g3"},
    "discard": "y4 r4",
    "draw": "y1 y2 g5 y3 y5 y6 b4 b5 b6 g7 g8 g9 r7 r8 r9 y7 y8 b7 b8 b9",
    "turn": "Ada",
}


@dataclass
class Party:
    ada: Window
    ben: Client
    cleo: Client
    code: str
    lay_table: Lay

    async def lay(self, change: Change | None = None, **more: Any) -> None:
        """A table of `zerocards` where Ada is on turn; `ada`, `ben`, `cleo` are hands, the rest a scenario's keys."""
        hands = {**_TABLE["hands"], **{name: more.pop(name.lower()) for name in _NAMES if name.lower() in more}}
        scenario = {**_TABLE, "hands": hands, **more}
        await (self.lay_table(self.code, scenario, change) if change else self.lay_table(self.code, scenario))
        laid = self.get("table").and_(self.ada.page.locator(f"[data-turn-number='{await self._turn_number()}']"))
        await expect(laid).to_be_visible()
        await self.holds(hands["Ada"])

    async def _turn_number(self) -> int:
        await self.ben.shown_all()
        return self.ben.seen.table.turn_number

    # --- what Ada does ---

    def get(self, testid: str) -> Locator:
        return self.ada.get(testid)

    def card(self, card: str) -> Locator:
        return self.ada.page.locator(f"[data-testid=hand-card][data-card='{card}']").first

    async def play(self, card: str, *choices: str) -> None:
        """Clicks the card, then each choice: a colour letter, a seat, cards to give with a space, `+card` for an extra,
        "-" to leave it out."""
        await self.card(card).click(position=CORNER)
        for choice in choices:
            await self.choose(choice)
        await expect(self.get("choose")).to_have_count(0)

    async def choose(self, choice: str) -> None:
        if choice == "-":
            await self.get("choose-without").click()
        elif choice.startswith("+"):
            await self._option(choice[1:]).click()
        elif re.fullmatch(r"[rygb]", choice):
            await self.get(f"choose-colour-{choice}").click()
        elif re.fullmatch(r"p[0-9]", choice):
            await self.get(f"choose-target-{choice}").click()
        else:
            for card in choice.split():
                await self._option(card).and_(self.ada.page.locator("[aria-pressed=false]")).first.click()
            await self.get("choose-done").click()

    def _option(self, card: str) -> Locator:
        return self.ada.page.locator(f"[data-testid=choose-card][data-card='{card}']")

    # --- what Ada sees ---

    async def holds(self, cards: str) -> None:
        wanted = sorted(cards.split())
        await expect(self.get("hand-card")).to_have_count(len(wanted))
        assert await self.ada.hand() == wanted

    async def sees(self, *, top: str = "", turn: str = "", **counts: int) -> None:
        """The top card, the seat on turn, and by seat how many cards another holds."""
        if top:
            await expect(self.get("discard-pile")).to_have_attribute("data-top", top)
        if turn:
            await expect(self.get("turn")).to_have_attribute("data-seat", turn)
        for seat, count in counts.items():
            await expect(self.seat(seat)).to_have_attribute("data-cards", str(count))

    def seat(self, seat: str) -> Locator:
        return self.ada.page.locator(f"[data-testid=opponent][data-seat={seat}]")

    async def is_told(self, text: str) -> None:
        """The line that says what happened says this, among the last things."""
        await expect(self.get("told")).to_contain_text(text)


@asynccontextmanager
async def party(opened: Opened, lay: Lay, size: dict[str, int], language: str = "en") -> AsyncIterator[Party]:
    ada = await opened.open("Ada", size=size, language=language)
    code = await ada.create("zerocards", public=False)
    ben, cleo = (Client(opened.stack.url, name) for name in _NAMES[1:])
    for each in (ben, cleo):
        await each.connect()
        await each.enter(code)
    await expect(ada.get("seat")).to_have_count(len(_NAMES))
    yield Party(ada, ben, cleo, code, lay)
    for each in (ben, cleo):
        await each.drop()
        each.assert_read_all()
