"""What every screen must be: nothing that axe finds, no text cut off, spilt over, off the page or covered."""

from pathlib import Path
from typing import Any

from playwright.async_api import expect

from tests.browser.window import Window

LANGUAGES = ("en", "de", "nl")
AXE = Path("web/node_modules/axe-core/axe.min.js")

_SPILLS = """() => {
  const spills = [];
  if (document.documentElement.scrollWidth > innerWidth) spills.push("the page scrolls sideways");
  const dialogs = document.querySelectorAll("dialog[open]");
  const scene = dialogs[dialogs.length - 1] ?? document;
  const floats = (element, over) => {
    for (let each = element; each && !each.contains(over); each = each.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(each).position)) return true;
    }
    return false;
  };
  const scrolled = ({ left, right, top, bottom }, element) => {
    for (let each = element.parentElement; each; each = each.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(each).overflow)) continue;
      const box = each.getBoundingClientRect();
      if (top < box.top || bottom > box.bottom || left < box.left || right > box.right) return true;
    }
    return top < 0 || bottom > innerHeight;
  };
  const texts = "button, p, b, small, h1, h2, label, li, span, dd, dt, th, td, output, a, strong";
  for (const element of scene.querySelectorAll(texts)) {
    const style = getComputedStyle(element);
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || element.closest(".hidden, [inert]") || !element.checkVisibility()) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const say = (what) => spills.push(`${what}: ${element.className}: ${element.textContent.trim().slice(0, 60)}`);
    if (style.display !== "inline" && style.textOverflow !== "ellipsis") {
      if (element.scrollWidth > element.clientWidth + 1) say("spills over");
      if (/hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 2) say("cut off");
    }
    if (box.left < -1 || box.right > innerWidth + 1) say("off the page");
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!over || scrolled(box, element) || style.pointerEvents === "none") continue;
    // What takes the touch for it, unseen.
    if (getComputedStyle(over).opacity === "0") continue;
    if (!element.contains(over) && !over.contains(element) && !floats(over, element)) say(`under ${over.className}`);
  }
  return spills;
}"""

# A colour on its way to another is nobody's contrast, and a card on its way nobody's place.
_SETTLED = """async () => {
  const passing = (each) => each instanceof CSSTransition || each.effect.getComputedTiming().endTime < 3_000;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const moving = () => document.getAnimations().some((each) => each.playState === "running" && passing(each));
  const latest = performance.now() + 3_000;
  await frame();
  do await frame();
  while (performance.now() < latest && moving());
}"""


async def faults(window: Window) -> list[str]:
    """What is wrong with the screen as it stands."""
    if not await window.page.evaluate("() => 'axe' in window"):
        await window.page.evaluate(AXE.read_text())
    await window.page.evaluate(_SETTLED)
    found: dict[str, Any] = await window.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    by_axe = [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:160]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
    spills: list[str] = await window.page.evaluate(_SPILLS)
    return by_axe + spills


async def check(window: Window, screen: str) -> None:
    """Holds the screen, once it is there, to it in each language."""
    await expect(window.get(screen)).to_be_visible()
    for language in LANGUAGES:
        if await window.get("language").count():
            await window.get("language").select_option(language)
        wrong = await faults(window)
        assert not wrong, f"{screen}, {language}: {wrong}"
