"""A second build of the client: offered outside games only, there once the player says so."""

import asyncio
import shutil
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows
from tests.browser.window import Window
from tools.dev import Stack

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.asyncio(loop_scope="package")]

WEB = Path("web")
TAGLINE = "Shed every card. Keep your nerve."
NEW_TAGLINE = "Shed every card. Once more."


async def _build(where: Path, to: Path) -> None:
    """The client with another text, built as `make web` builds it."""
    shutil.copytree(WEB, where, ignore=shutil.ignore_patterns("node_modules", "tests", "dev"), symlinks=True)
    (where / "node_modules").symlink_to((WEB / "node_modules").resolve())
    texts = where / "src/i18n/en.ts"
    before = texts.read_text()
    assert TAGLINE in before
    texts.write_text(before.replace(TAGLINE, NEW_TAGLINE))
    vite = (
        "node",
        "node_modules/vite/bin/vite.js",
        "build",
        "--outDir",
        str(to),
        "--emptyOutDir",
        "--logLevel",
        "error",
    )
    building = await asyncio.create_subprocess_exec(*vite, cwd=where)
    assert await building.wait() == 0


async def _look_for_news(window: Window) -> None:
    """What the page does by itself every half hour."""
    await window.page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.ready;
          await registration.update();
          const arriving = registration.installing;
          if (arriving) await new Promise((done) => arriving.addEventListener("statechange", done));
        }"""
    )


async def test_a_new_version_waits_for_the_end_of_the_game(
    window: Windows, stack: Stack, site: Path, tmp_path: Path
) -> None:
    ada = await window("Ada", size=PHONE)
    await ada.create("classic108", public=False)
    await ada.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    await ada.page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    await ada.get("add-bot").click()
    await ada.set("start_hand", "5")
    await ada.get("start").click()
    await expect(ada.get("table")).to_be_visible()

    before = tmp_path / "before"
    shutil.copytree(site, before)
    try:
        await _build(tmp_path / "web", tmp_path / "built")
        _replace(site, tmp_path / "built")
        await stack.restart("gateway")
        await expect(ada.get("link-lost")).to_have_count(0)
        await _look_for_news(ada)
        assert await ada.page.evaluate("async () => Boolean((await navigator.serviceWorker.ready).waiting)")
        await expect(ada.get("table")).to_be_visible()
        await expect(ada.get("new-version")).to_have_count(0)

        await ada.get("menu").click()
        await ada.get("leave").click()
        await ada.get("confirm-yes").click()
        await expect(ada.get("new-version")).to_be_visible()
        await expect(ada.page.get_by_text(TAGLINE)).to_be_visible()
        async with ada.page.expect_navigation():
            await ada.get("take-version").click()
        await expect(ada.page.get_by_text(NEW_TAGLINE)).to_be_visible()
        await expect(ada.get("new-version")).to_have_count(0)
    finally:
        _replace(site, before)
        await stack.restart("gateway")


def _replace(site: Path, by: Path) -> None:
    shutil.rmtree(site)
    shutil.copytree(by, site)
