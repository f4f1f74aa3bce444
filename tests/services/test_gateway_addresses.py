"""What one address may do, over sockets and over HTTP; and whose word on addresses is taken."""

import asyncio
import re

import pytest
from nats.aio.msg import Msg
from websockets.exceptions import InvalidStatus
from zerocards.game.v1 import game_pb2

from services.common import subjects
from services.common.errors import CannotStart
from services.gateway.closing import Close
from tests.fixtures.gateway import Client, GatewayWorld

pytestmark = pytest.mark.asyncio

CODE = "ABCDEFGH"
DAY_S = 86_400


async def _refusal(client: Client, **frame: object) -> str:
    return str((await client.ask(**frame)).refusal.code)


async def test_one_address_brings_so_many_newcomers_an_hour(gateway_world: GatewayWorld) -> None:
    """Each is remembered for a day: who asks for identities in a loop would fill Redis."""
    await gateway_world.gateway(newcomers_per_hour=2)
    ada = await gateway_world.client()
    await gateway_world.client()
    keys = await gateway_world.redis.dbsize()

    for token in ("", "0" * 64):
        eve = await gateway_world.socket()
        await eve.raw(f'{{"hello":{{"token":"{token}"}}}}')
        assert await eve.closed() == Close.TRY_LATER
    assert await gateway_world.redis.dbsize() == keys

    await gateway_world.client(token=ada.token)


async def test_one_address_asks_for_so_many_seats_a_minute(gateway_world: GatewayWorld) -> None:
    gateway_world.worker.open(CODE)
    await gateway_world.gateway(entries_per_minute=2)
    eve = await gateway_world.client()

    assert await _refusal(eve, enter={"code": CODE, "name": "Eve"}) == ""
    assert await _refusal(eve, quickPlay={"name": "Eve"}) == ""
    assert await _refusal(eve, enter={"code": CODE, "name": "Eve"}) == "rate_limited"
    assert await _refusal(eve, quickPlay={"name": "Eve"}) == "rate_limited"


async def test_quick_play_opens_no_room_beyond_the_limit(gateway_world: GatewayWorld) -> None:
    """The lobby service opens it before the gateway knows that one was needed."""
    await gateway_world.gateway(rooms_per_hour=2)
    eve = await gateway_world.client()

    codes = [await _refusal(eve, quickPlay={"name": "Eve"}) for _ in range(4)]

    assert codes == ["", "", "rate_limited", "rate_limited"]
    assert len(gateway_world.worker.rooms) == 2


async def test_lists_and_replays_are_counted(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(lists_per_minute=2, replays_per_minute=2)
    await _serve_replays(gateway_world)
    async with gateway_world.http() as http:
        for path in ("/api/lobbies", f"/api/replays/{CODE}/1"):
            assert [(await http.get(path)).status_code for _ in range(2)] == [200, 200]
            refused = await http.get(path)
            assert (refused.status_code, refused.json()) == (429, {"code": "rate_limited"})
            assert 1 <= int(refused.headers["retry-after"]) <= 120
        assert (await http.get("/healthz")).status_code == 200


async def test_codes_cannot_be_guessed_by_their_replays(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(misses_per_minute=3)
    await _serve_replays(gateway_world)
    async with gateway_world.http() as http:
        for code in ("GQNEGQNE", "GQNEGQNF", "GQNEGQNG"):
            assert (await http.get(f"/api/replays/{code}/1")).status_code == 404
        assert (await http.get(f"/api/replays/{CODE}/1")).status_code == 429

    gateway_world.worker.open(CODE)
    eve = await gateway_world.client()
    assert await _refusal(eve, enter={"code": CODE, "name": "Eve"}) == "rate_limited", "it is one guesser"


@pytest.mark.parametrize("number", ["9" * 7, "9" * 5_000, "-1", "0x1", "\uff11", "1.0", ""])
async def test_what_is_no_number_of_a_replay_is_not_found(gateway_world: GatewayWorld, number: str) -> None:
    await gateway_world.gateway()
    async with gateway_world.http() as http:
        answer = await http.get(f"/api/replays/{CODE}/{number}")
    assert (answer.status_code, answer.json()) == (404, {"code": "not_found"})


async def _serve_replays(world: GatewayWorld) -> None:
    """Round 1 of CODE and nothing else."""

    async def answer(message: Msg) -> None:
        request = game_pb2.GetReplayRequest.FromString(message.data)
        found = game_pb2.GetReplayResponse(text="{}")
        if request.code != CODE:
            found = game_pb2.GetReplayResponse()
            found.refusal.code = "not_found"
        await message.respond(found.SerializeToString())

    await world.worker.bus.subscribe(subjects.ALL_REPLAYS, answer)
    await world.worker.bus.settled()


async def test_nobodys_word_on_addresses_is_taken_unless_it_is_trusted(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway(lists_per_minute=2, trusted_proxies=())
    await gateway_world.gateway(lists_per_minute=2, trusted_proxies=("192.0.2.0/24", "203.0.113.7"))
    async with gateway_world.http() as http:
        for port in gateway_world.ports:
            url = f"http://127.0.0.1:{port}/api/lobbies"
            codes = [
                (await http.get(url, headers={"x-forwarded-for": f"198.51.100.{n}"})).status_code for n in range(3)
            ]
            assert 429 in codes
            assert "strict-transport-security" not in (await http.get(url)).headers


async def test_a_trusted_proxy_says_who_is_behind_it(gateway_world: GatewayWorld) -> None:
    """The nearest address that no trusted proxy vouches for: what stands before it anyone may have written."""
    port = await gateway_world.gateway(lists_per_minute=2, trusted_proxies=("127.0.0.0/8", "192.0.2.0/24"))
    async with gateway_world.http() as http:

        async def status(forwarded: str) -> int:
            return (await http.get("/api/lobbies", headers={"x-forwarded-for": forwarded})).status_code

        assert [await status("198.51.100.1, 192.0.2.9") for _ in range(3)] == [200, 200, 429]
        assert await status("198.51.100.2, 192.0.2.9") == 200
        assert await status("203.0.113.5, 198.51.100.1, 192.0.2.9") == 429, "what the client wrote itself counts not"

        secure = await http.get("/", headers={"x-forwarded-proto": "https"})
        assert secure.headers["strict-transport-security"].startswith("max-age=")

    await gateway_world.gateway(connections_per_address=1, trusted_proxies=("127.0.0.1",))
    port = gateway_world.ports[-1]
    await gateway_world.socket(port, additional_headers={"x-forwarded-for": "198.51.100.1"})
    await gateway_world.socket(port, additional_headers={"x-forwarded-for": "198.51.100.2"})
    with pytest.raises(InvalidStatus):
        await gateway_world.socket(port, additional_headers={"x-forwarded-for": "198.51.100.1"})


@pytest.mark.parametrize(
    "settings",
    [
        {"trusted_proxies": ("*",)},
        {"trusted_proxies": ("10.0.0.1/8",)},
        {"trusted_proxies": ("proxy.example",)},
        {"origins": ("*",)},
        {"origins": ("0cards.example",)},
        {"origins": ("https://0cards.example/play",)},
        {"origins": ("https://*.example",)},
        {"origins": ("null",)},
    ],
)
async def test_a_list_that_would_let_in_more_than_it_says_is_refused_at_the_start(
    gateway_world: GatewayWorld, settings: dict[str, tuple[str, ...]]
) -> None:
    with pytest.raises(CannotStart, match=r"ZEROCARDS_(ORIGINS|TRUSTED_PROXIES)"):
        await gateway_world.gateway(**settings)


async def test_nothing_of_an_address_outlives_its_day(gateway_world: GatewayWorld) -> None:
    await _serve_replays(gateway_world)
    await gateway_world.gateway()
    eve = await gateway_world.client()
    for frame in ({"create": {"name": "Eve"}}, {"enter": {"code": "GQNEGQNE"}}, {"quickPlay": {"name": "Eve"}}):
        await eve.ask(**frame)
    async with gateway_world.http() as http:
        await asyncio.gather(http.get("/api/lobbies"), http.get(f"/api/replays/{CODE}/1"))

    redis = gateway_world.redis
    kept = [key for key in await redis.keys("*") if key.startswith((b"salt:", b"limit"))]
    kinds = {re.findall(rb"[a-z_]+", key.removeprefix(b"limit"))[0] for key in kept}
    assert kinds == {b"salt", b"newcomers", b"rooms", b"entries", b"lists", b"misses", b"misses_overall", b"replays"}
    for key in kept:
        assert b"127.0.0.1" not in key
        assert 0 < await redis.ttl(key) <= DAY_S
