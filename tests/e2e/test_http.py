"""What a browser gets besides the socket: the client, the open lobbies, health."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.e2e.conftest import Seated
from tools.dev import Stack

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(loop_scope="package")
async def browser(stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=stack.url, trust_env=False) as client:
        yield client


async def test_the_page_and_what_it_is_made_of(browser: httpx.AsyncClient) -> None:
    page = await browser.get("/")
    assert page.status_code == 200, page.text
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert_secure(page)

    made_of = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page.text)
    assert {name.rpartition(".")[2] for name in made_of} >= {"js", "css"}
    for name in made_of:
        asset = await browser.get(f"/{name}")
        assert asset.status_code == 200
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-encoding"] in {"br", "gzip"}
        assert_secure(asset)
        again = await browser.get(f"/{name}", headers={"if-none-match": asset.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


async def test_a_link_to_a_room_is_the_page_too(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/r/ABCD2345")).text == (await browser.get("/")).text


@pytest.mark.parametrize("path", ["/no.such.file", "/assets/gone.js", "/..%2f..%2fpyproject.toml", "/api/none"])
async def test_there_is_nothing_else(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 404
    assert_secure(answer)


async def test_health(browser: httpx.AsyncClient) -> None:
    for path in ("/healthz", "/readyz"):
        answer = await browser.get(path)
        assert (answer.status_code, answer.json()) == (200, {"ok": True})
        assert answer.headers["cache-control"] == "no-store"
    assert (await browser.get("/metrics")).text == (await browser.get("/")).text, "figures are on a port of their own"


@pytest.mark.rule("COM-32")
async def test_open_lobbies_as_json(browser: httpx.AsyncClient, seated: Seated) -> None:
    (ann,) = await seated("Ann", ruleset="mercy", settings={"public": "on", "max_players": "4"})
    (hid,) = await seated("Hid", ruleset="mercy")
    answer = await browser.get("/api/lobbies", params={"ruleset": "mercy"})
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    rooms = {room["code"]: room for room in answer.json()["rooms"]}
    assert hid.code not in rooms
    room = rooms[ann.code]
    assert (room["hostName"], room["players"], room["maxPlayers"]) == ("Ann", 1, 4)
    assert (await browser.get("/api/lobbies", params={"page_size": "many"})).json() == {"code": "bad_command"}


async def test_a_socket_for_a_page_from_elsewhere(stack: Stack) -> None:
    with pytest.raises(InvalidStatus) as turned_away:
        await connect(f"ws{stack.url.removeprefix('http')}/ws", origin=Origin("https://evil.example"), proxy=None)
    assert turned_away.value.response.status_code == 403


def assert_secure(answer: httpx.Response) -> None:
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
