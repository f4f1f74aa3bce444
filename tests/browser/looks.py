"""What every screen must be in each language: nothing that axe finds, no text that is cut off or spills over."""

from pathlib import Path
from typing import Any

from playwright.async_api import expect

from tests.browser.window import Window

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


async def check(window: Window, screen: str) -> None:
    """Holds the screen, once it is there, to it."""
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
