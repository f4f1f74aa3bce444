"""Every screen in every language and both themes: axe finds nothing, and no text is cut off or spills over."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.conftest import DESK, PHONE, Windows
from tests.browser.window import Window

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200), pytest.mark.asyncio(loop_scope="package")]

LANGUAGES = ("en", "de", "nl")
AXE = Path("web/node_modules/axe-core/axe.min.js")

_SPILLS = """() => {
  const spills = [];
  if (document.documentElement.scrollWidth > innerWidth) spills.push("the page scrolls sideways");
  const texts = "button, p, b, small, h1, h2, label, li, span, dd, dt, th, td, output";
  for (const element of document.querySelectorAll(texts)) {
    const style = getComputedStyle(element);
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || style.textOverflow === "ellipsis" || element.closest(".hidden")) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || style.display === "inline") continue;
    if (element.scrollWidth <= element.clientWidth + 1) continue;
    spills.push(`${element.className}: ${element.textContent.trim()}`);
  }
  return spills;
}"""


# A colour on its way to another is nobody's contrast.
_SETTLED = """async () => {
  const changing = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  while (changing().length) await Promise.allSettled(changing().map((each) => each.finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


async def _check(window: Window, screen: str) -> None:
    await expect(window.get(screen)).to_be_visible()
    await window.page.evaluate(AXE.read_text())
    for language in LANGUAGES:
        if await window.get("language").count():
            await window.get("language").select_option(language)
        where = f"{screen}, {language}"
        await window.page.evaluate(_SETTLED)
        found: dict[str, Any] = await window.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        faults = [
            f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:160]}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]
        assert not faults, f"{where}: {faults}"
        assert await window.page.evaluate(_SPILLS) == [], where


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_every_screen_can_be_read(window: Windows, size: dict[str, int], theme: str) -> None:
    ada = await window("Ada", size=size, color_scheme=theme)
    await ada.home()
    await _check(ada, "home-name")
    await ada.create("classic108", public=False)
    await ada.get("add-bot").click()
    await expect(ada.get("seat")).to_have_count(2)
    await ada.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    await _check(ada, "start")
    await ada.set("start_hand", "5")
    await ada.get("start").click()
    await _check(ada, "table")
    if await ada.get("choose").count():  # a wild start card: its colour is owed first (CL-08)
        await ada.get("choose-colour-r").click()
        await expect(ada.get("choose")).to_have_count(0)
    await ada.get("menu").click()
    await _check(ada, "leave")
    await ada.get("sheet-close").click()
    await ada.play_round()
    await _check(ada, "score-screen")


async def test_a_link_leads_to_the_rooms_door(window: Windows) -> None:
    ada, grace = await window("Ada"), await window("Grace", size=PHONE)
    code = await ada.create("classic108", public=False)
    await grace.page.goto(f"/r/{code.lower()}")
    await _check(grace, "door")
    await grace.get("door-watch").click()
    await expect(grace.get("toast")).to_be_visible()
    await grace.get("door-name").fill("Grace")
    await grace.get("door-watch").click()
    await expect(grace.page).to_have_url(re.compile(f"/r/{code}$"))
