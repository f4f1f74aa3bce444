"""The page keeps itself: once seen, it opens without a network."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows
from tools.dev import Stack

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="package")]


async def test_the_page_opens_from_what_it_kept(window: Windows, stack: Stack) -> None:
    ada = await window("Ada", size=PHONE)
    await ada.home()
    await ada.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    await ada.page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    kept = await ada.page.evaluate("async () => (await (await caches.open((await caches.keys())[0])).keys()).length")
    assert kept > 4
    # Whatever the network says, the page and its files come from what was kept.
    await ada.page.evaluate("async () => { if (!(await caches.match('/'))) throw new Error('no page kept') }")
    answer = await ada.page.request.get(f"{stack.url}/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")

    await ada.page.context.set_offline(True)
    await ada.page.reload()
    await expect(ada.get("home-name")).to_be_visible()
    await ada.page.context.set_offline(False)
