"""A player who does not play by the rules, with a sound client of the contract: what is asked for is not given."""

import httpx
import pytest

from services.gateway.closing import Close
from tests.e2e.client import Client, Lost
from tests.e2e.conftest import People, Seated
from tests.e2e.rounds import play_round
from tools.dev import Stack

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.rule("COM-26")
async def test_a_round_cannot_be_looked_at_before_it_is_over(stack: Stack, seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob", ruleset="mercy")
    await ann.command("start")
    async with httpx.AsyncClient(base_url=stack.url, trust_env=False) as browser:
        for number in (0, 1, 2):
            for query in ("", "?positions", "?positions=&positions=1"):
                assert (await browser.get(f"/api/replays/{ann.code}/{number}{query}")).status_code == 404
        await play_round(ann, bob)
        assert (await browser.get(f"/api/replays/{ann.code}/1")).status_code == 200
        assert (await browser.get(f"/api/replays/{ann.code}/2")).status_code == 404, "the next seed is chosen already"


@pytest.mark.rule("COM-26")
async def test_who_watches_is_shown_nobodys_seat(people: People, seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob", ruleset="zerocards")
    (eve,) = await people("Eve")
    await eve.enter(ann.code, watch=True)
    await ann.command("start")
    await play_round(ann, bob)
    await eve.until(lambda: eve.seen.version == ann.seen.version, "shown the end")
    updates = [frame.update for frame in eve.of("update")]
    assert updates
    assert not [update for update in updates if update.HasField("seat")]
    for client, other in ((ann, bob), (bob, ann)):
        assert {update.update.seat.seat for update in client.of("update")} <= {"", client.seat}
        assert client.seat != other.seat


@pytest.mark.parametrize(
    "frame",
    [
        {"command": {"draw": {}, "by": "p1"}},
        {"command": {"draw": {}, "playerId": "someone"}},
        {"command": {"draw": {"seat": "p1"}}},
        {"resync": {"seat": "p1"}},
        {"takeBack": {"connection": "1"}},
        {"talk": {"phrase": "hello", "seat": "p1"}},
        {"enter": {"code": "ABCD2345", "seat": "p1"}},
    ],
)
async def test_a_frame_cannot_say_who_sends_it(people: People, frame: dict[str, object]) -> None:
    (eve,) = await people("Eve")
    assert await eve.refused(**frame) in {"bad_command", "unknown_command"}


async def test_commands_of_the_platform_are_no_frames(people: People) -> None:
    (eve,) = await people("Eve")
    for command in ("connect", "disconnect", "expire", "close", "create"):
        assert await eve.refused(command={command: {}}) == "unknown_command"
    assert await eve.refused(system={"close": {}}) == "unknown_command"


async def test_another_players_ids_are_nothing_to_hold(seated: Seated) -> None:
    """P1's record is each player's own: an id that somebody used gives neither their answer nor takes their number."""
    ann, bob = await seated("Ann", "Bob")
    version = await ann.command("set", changes={"stacking": "on"})
    bob.session, bob._n = ann.session, ann._n - 1
    assert await bob.refused(command={"set": {"changes": {"stacking": "off"}}}) == "not_host"
    bob._n = 1_000_000
    assert await bob.refused(command={"kick": {"seat": "p1"}}) == "not_host"
    assert await ann.command("set", changes={"stacking": "off"}) > version


@pytest.mark.rule("COM-23")
async def test_a_guest_has_no_power_of_the_hosts(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob")
    before = ann.seen.room
    for command in (
        {"set": {"changes": {"public": "on"}}}, {"bot": {"level": "easy"}}, {"kick": {"seat": ann.seat}}, {"start": {}},
    ):  # fmt: skip
        assert await bob.refused(command=command) == "not_host"
    for command in ({"next": {}}, {"rematch": {}}, {"lobby": {}}):
        assert await bob.refused(command=command) in {"not_host", "wrong_phase"}
    await ann.shown_all()
    assert ann.seen.room == before


async def test_a_token_of_ones_own_making_is_nobodys(people: People, stack: Stack) -> None:
    """Nor can one be planted on somebody: what comes back is always of the server's making."""
    (ann,) = await people("Ann")
    for planted in ("a" * 64, ann.player_id * 2):
        eve = Client(stack.url, "Eve")
        welcome = await eve.connect(token=planted)
        assert welcome.token[:32] != planted[:32]
        assert welcome.player_id != ann.player_id
        await eve.drop()
    # Whoever has half of a token has seen it somewhere: it is over for both.
    eve = Client(stack.url, "Eve")
    with pytest.raises(Lost) as lost:
        await eve.connect(token=ann.token[:32] + "0" * 32)
    assert lost.value.code == Close.TOKEN_SPENT
    assert await ann.closed() == Close.TOKEN_SPENT


async def test_talk_is_a_choice_and_not_a_flood(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob")
    assert await ann.refused(talk={"phrase": "buy my cards"}) == "bad_command"
    assert not (await ann.ask(talk={"phrase": "hello"})).HasField("refusal")
    refused = [await ann.refused(talk={"phrase": "hello"}) for _ in range(3)]
    assert set(refused) == {"rate_limited"}
    await bob.until(lambda: bob.of("talked"), "greeted")
    await bob.ping()
    assert len(bob.of("talked")) == 1


@pytest.mark.parametrize("name", ["", "\u3164", "a\u202eb", "x" * 21, "\u200b", "Z" + "\u0335" * 9])
async def test_a_name_that_hides_something_gets_no_seat(people: People, seated: Seated, name: str) -> None:
    (ann,) = await seated("Ann")
    (eve,) = await people("Eve")
    assert await eve.refused(enter={"code": ann.code, "name": name}) == "bad_name"
    assert await eve.refused(enter={"code": ann.code, "name": "\u0410nn"}) == "bad_name", "it is Ann's, in Cyrillic"
    assert [seat.name for seat in ann.seen.room.seats] == ["Ann"]
