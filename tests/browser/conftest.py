"""One whole installation, a real Chromium, and windows in it: each its own person."""

import os
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from tests.browser.position import Lay, tables
from tests.browser.window import Window
from tools.dev import Options, Stack

_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_ENVIRONMENT = {
    # Bots think fast here, and the autopilot clicks faster than people may.
    "ZEROCARDS_BOTS_PACE": "0",
    "ZEROCARDS_MESSAGES_PER_S": "1000",
    "ZEROCARDS_MESSAGE_BURST": "1000",
    "ZEROCARDS_ROOMS_PER_HOUR": "0",
}
_BUILT = Path("services/gateway/static")
_RESULTS = Path("test-results")
_PATIENCE_MS = 30_000
"""A machine that does other things too is slow, not wrong."""
expect.set_options(timeout=_PATIENCE_MS / 2)

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}

Windows = Callable[..., Awaitable[Window]]


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the built client, for the gateway to serve: a test may put a newer one in its place."""
    return shutil.copytree(_BUILT, tmp_path_factory.mktemp("site") / "static")


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def stack(site: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """NATS, Valkey, two game workers, lobby, bots and the gateway that serves the client."""
    data = tmp_path_factory.mktemp("stack")
    env = {**_ENVIRONMENT, "ZEROCARDS_STATIC_DIR": str(site)}
    async with Stack(Options(data_dir=data, ports_base=None, env=env)) as stack:
        yield stack


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def lay(stack: Stack) -> AsyncIterator[Lay]:
    """Puts a table under a room's people: `await lay(code, {"ruleset": "mercy", …})`."""
    async with tables(stack) as lay:
        yield lay


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser(chromium: Path) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(_ARGS))
        yield browser
        await browser.close()


@dataclass
class Opened:
    """Windows that are opened, and whatever their pages complain about."""

    stack: Stack
    browser: Browser
    windows: list[Window] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    async def open(self, name: str, size: dict[str, int] = DESK, language: str = "en", **more: object) -> Window:
        options = {"reduced_motion": "reduce", **more}
        context = await self.browser.new_context(viewport=size, base_url=self.stack.url, locale=language, **options)
        context.set_default_timeout(_PATIENCE_MS)
        page = await context.new_page()
        _listen(page, self.complaints)
        self.windows.append(Window(page, name))
        return self.windows[-1]

    async def keep(self, test: str) -> None:
        """A picture of each, named after the test."""
        _RESULTS.mkdir(exist_ok=True)
        for each in self.windows:
            name = re.sub(r"\W+", "-", f"{test}-{each.name}")
            await each.page.screenshot(path=_RESULTS / f"{name}.png")

    async def close(self) -> None:
        for each in self.windows:
            await each.page.context.close()
        assert not self.complaints, self.complaints


@pytest_asyncio.fixture(loop_scope="package")
async def window(stack: Stack, browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Windows]:
    """Opens windows: `await window("Ada", size=PHONE)`. Whatever a page complains about fails the test."""
    opened = Opened(stack, browser)
    failed_before = request.session.testsfailed
    yield opened.open
    if request.session.testsfailed > failed_before or os.environ.get("ZEROCARDS_SCREENSHOTS"):
        await opened.keep(request.node.name)
    await opened.close()


def _listen(page: Page, complaints: list[str]) -> None:
    def said(message: ConsoleMessage) -> None:
        # A gateway that restarts makes the browser say so; the client comes back by itself.
        if message.type in {"error", "warning"} and "WebSocket connection" not in message.text:
            complaints.append(message.text)

    page.on("console", said)
    page.on("pageerror", lambda error: complaints.append(str(error)))
