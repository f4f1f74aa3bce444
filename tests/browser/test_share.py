"""The way into a room for who stands beside its host: the link as a QR code."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Windows
from tests.browser.looks import check

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="package")]


async def test_the_link_is_there_as_a_qr_code(window: Windows) -> None:
    ada = await window("Ada", size=PHONE)
    code = await ada.create("classic108", public=False)
    await ada.get("qr").click()
    await expect(ada.get("qr-code")).to_be_visible()
    await expect(ada.get("qr-sheet")).to_contain_text(f"/r/{code}")
    await check(ada, "qr-sheet")
