"""What the first visit costs, and who is asked for it."""

import gzip
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Response, expect

from tests.browser.conftest import PHONE, Windows

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="package")]

MOST_BYTES = 150_000


async def test_the_first_load_is_light_and_asks_nobody_else(window: Windows) -> None:
    ada = await window("Ada", size=PHONE)
    answers: list[Response] = []

    def hear(answer: Response) -> None:
        answers.append(answer)

    ada.page.on("response", hear)
    await ada.page.goto("/", wait_until="networkidle")
    await expect(ada.get("create-room")).to_be_visible()

    sizes = {answer.url: len(gzip.compress(await answer.body())) for answer in answers}
    assert len(sizes) > 3
    assert sum(sizes.values()) < MOST_BYTES, sizes
    assert {urlsplit(url).netloc for url in sizes} == {urlsplit(ada.page.url).netloc}
