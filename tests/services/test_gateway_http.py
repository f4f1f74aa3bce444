"""The public pages: the client with its headers, the open lobbies as JSON, health."""

import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from zerocards.lobby.v1.lobby_pb2 import OpenRoom

from services.gateway.headers import CONTENT_SECURITY_POLICY
from services.gateway.site import Site
from tests.fixtures.gateway import GatewayWorld

pytestmark = pytest.mark.asyncio

INDEX = b"<!doctype html><title>0cards!</title>"
SCRIPT = b"export const answer = 42;\n" * 100


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """What Vite leaves behind."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(INDEX)
    (tmp_path / "icon.svg").write_bytes(b"<svg/>")
    (tmp_path / "assets/main-3f2a.js").write_bytes(SCRIPT)
    (tmp_path / "assets/main-3f2a.js.br").write_bytes(b"pretend brotli")
    return tmp_path


def _site(folder: Path) -> httpx.AsyncClient:
    """The client's pages alone, without a server."""
    app = Starlette(routes=[Route("/{path:path}", Site(folder).serve)])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://site")


@pytest.mark.parametrize("path", ["/", "/index.html", "/r/ABCDEFGH", "/rules", "/icon.svg"])
async def test_pages_are_asked_for_again_each_time(build: Path, path: str) -> None:
    async with _site(build) as http:
        page = await http.get(path)
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-cache"
        assert page.content == (b"<svg/>" if path == "/icon.svg" else INDEX)

        again = await http.get(path, headers={"if-none-match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


async def test_hashed_files_are_kept_for_ever(build: Path) -> None:
    async with _site(build) as http:
        script = await http.get("/assets/main-3f2a.js", headers={"accept-encoding": "identity"})

    assert script.content == SCRIPT
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, br", "br", b"pretend brotli"),
        ("gzip;q=0.5", "gzip", SCRIPT),
        ("gzip;q=0, br;q=0.0", None, SCRIPT),
        ("br;q=lots", "br", b"pretend brotli"),
    ],
)
async def test_files_are_sent_compressed_to_who_takes_it(
    build: Path, accepted: str, encoding: str | None, body: bytes
) -> None:
    async with (
        _site(build) as http,
        http.stream("GET", "/assets/main-3f2a.js", headers={"accept-encoding": accepted}) as script,
    ):
        raw = b"".join([part async for part in script.aiter_raw()])

    assert script.headers.get("content-encoding") == encoding
    assert (gzip.decompress(raw) if encoding == "gzip" else raw) == body


async def test_every_answer_says_what_a_browser_may_do_with_it(gateway_world: GatewayWorld, build: Path) -> None:
    await gateway_world.gateway(static_dir=str(build))
    async with gateway_world.http() as http:
        for path in ("/", "/assets/main-3f2a.js", "/gone.js", "/api/lobbies", "/api/gone", "/healthz"):
            headers = (await http.get(path)).headers

            assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers


async def test_the_policy_leaves_nothing_open() -> None:
    policy = dict(part.split(" ", 1) for part in CONTENT_SECURITY_POLICY.split("; "))

    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize("path", ["/gone.js", "/assets/gone.css", "/..%2f..%2fetc/passwd.txt", "/../site.py"])
async def test_what_is_not_there_is_not_found(build: Path, path: str) -> None:
    async with _site(build) as http:
        assert (await http.get(path)).status_code == 404


async def test_metrics_are_not_on_the_public_port(gateway_world: GatewayWorld, build: Path) -> None:
    await gateway_world.gateway(static_dir=str(build))
    async with gateway_world.http() as http:
        assert (await http.get("/metrics")).content == INDEX


async def test_without_a_build_the_page_says_what_to_do(tmp_path: Path) -> None:
    async with _site(tmp_path) as http:
        page = await http.get("/")

    assert page.status_code == 503
    assert "make web" in page.text


async def test_open_lobbies_are_listed(gateway_world: GatewayWorld) -> None:
    gateway_world.lobby.rooms = [OpenRoom(code="ABCDEFGH", host_name="Ada", ruleset="zerocards", players=1)]
    await gateway_world.gateway()
    async with gateway_world.http() as http:
        answer = await http.get("/api/lobbies", params={"ruleset": "zerocards", "query": "ad", "page_size": "50"})

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["total"] == 1
    room = answer.json()["rooms"][0]
    assert (room["code"], room["hostName"], room["bots"]) == ("ABCDEFGH", "Ada", 0)
    assert gateway_world.lobby.filters == [("zerocards", "ad")]


@pytest.mark.parametrize(
    "params",
    [{"page_size": "51"}, {"page_size": "-1"}, {"page_size": "²"}, {"query": "x" * 41}, {"page_token": "x" * 201}],
)
async def test_a_list_request_out_of_bounds_is_a_bad_one(gateway_world: GatewayWorld, params: dict[str, str]) -> None:
    await gateway_world.gateway()
    async with gateway_world.http() as http:
        answer = await http.get("/api/lobbies", params=params)

    assert (answer.status_code, answer.json()) == (400, {"code": "bad_command"})


async def test_without_the_lobby_service_the_list_is_unavailable(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(lobby_addr="127.0.0.1:1", patience_s=0.2)
    async with gateway_world.http() as http:
        answer = await http.get("/api/lobbies")

    assert (answer.status_code, answer.json()) == (503, {"code": "unavailable"})


async def test_health_is_answered_on_the_public_port_too(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway()
    async with gateway_world.http() as http:
        for path in ("/healthz", "/readyz"):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()) == (200, {"ok": True})
