"""Who is in a room: players, those who watch, those who wait, and how they come and go."""

import pytest

from tests.e2e.autoplay import playing
from tests.e2e.client import Client
from tests.e2e.conftest import People, Seated
from tools.dev import Stack

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.rule("COM-26", "COM-30")
async def test_who_watches_sees_what_everybody_sees_and_no_hand(seated: Seated, people: People) -> None:
    ann, bob = await seated("Ann", "Bob", ruleset="zerocards", bots=1)
    eve, late = await people("Eve", "Late")
    await eve.enter(ann.code, watch=True)
    assert (eve.seat, eve.waiting) == ("", False)
    await ann.command("start")
    await late.enter(ann.code, watch=True)
    async with playing(ann, bob, for_ever=True):
        await eve.until(lambda: drawn(eve) and eve.seen.table.turn_number > 30, "watching", within_s=20)
        await late.until(lambda: drawn(late), "watching")
    for spectator in (eve, late):
        assert spectator.seen.table.seats
        assert not any(update.HasField("seat") for update in spectator.seen.updates)
        assert not any(drawn(spectator))
    assert any(drawn(ann)), "who draws sees the cards"

    assert await eve.refused(command={"draw": {}}) == "not_seated"
    await eve.does(quit={})
    shown = eve.seen.version
    async with playing(ann, bob, for_ever=True):
        await late.until(lambda: late.seen.version > shown + 10, "watching on", within_s=20)
    await eve.ping()
    assert eve.seen.version == shown, "who has gone sees nothing more"


def drawn(client: Client) -> list[str]:
    """The cards in all draws, as far as they were shown."""
    return [",".join(event.cards_drawn.cards) for event in client.seen.events() if event.HasField("cards_drawn")]


@pytest.mark.rule("COM-20", "COM-30")
async def test_who_comes_late_waits_and_has_a_seat_in_the_next_lobby(seated: Seated, people: People) -> None:
    ann, bob = await seated("Ann", "Bob")
    await ann.command("start")
    (cleo,) = await people("Cleo")
    await cleo.enter(ann.code)
    assert (cleo.seat, cleo.waiting) == ("", True)
    assert list(cleo.seen.room.waiting) == ["Cleo"]
    assert not cleo.seen.seat.hand

    await bob.command("leave")
    await ann.until(lambda: ann.seen.room.phase == "round_over", "the last one in the round")
    await ann.command("lobby")
    await cleo.until(lambda: cleo.seat, "given a seat")
    assert (cleo.seat, cleo.waiting) == ("p3", False)
    await ann.until(lambda: ann.seen.room.seats[-1].connected, "shown that Cleo is there")

    await ann.command("start")
    await cleo.until(lambda: cleo.seen.seat.hand, "dealt to")
    async with playing(ann, cleo):
        await cleo.until(lambda: played(cleo, "p3"), "playing", within_s=20)


@pytest.mark.rule("COM-30", "COM-31")
async def test_who_waits_for_a_seat_resumes_and_who_is_gone_waits_no_more(
    stack: Stack, seated: Seated, people: People
) -> None:
    ann, _ = await seated("Ann", "Bob")
    await ann.command("start")
    cleo, dan = await people("Cleo", "Dan")
    for late in (cleo, dan):
        await late.enter(ann.code)
    newer = Client(stack.url, "Cleo")
    newer.token = cleo.token
    await newer.connect(ann.code)
    await newer.until(lambda: newer.waiting, "resumed")
    await cleo.drop()
    await dan.drop()
    await ann.until(lambda: list(ann.seen.room.waiting) == ["Cleo"], "shown that Dan is gone, and Cleo is not")
    await newer.drop()
    await ann.until(lambda: not ann.seen.room.waiting, "shown that nobody waits")


def played(client: Client, seat: str) -> bool:
    return any(event.card_played.seat == seat for event in client.seen.events())


@pytest.mark.rule("COM-23")
async def test_who_is_kicked_is_told_and_cannot_come_back(seated: Seated, people: People) -> None:
    ann, bob, cleo = await seated("Ann", "Bob", "Cleo")
    await ann.command("kick", seat="p2")
    for client in (bob, cleo):
        await told(client, ("p2", "kicked"))
        assert [seat.seat for seat in client.seen.room.seats] == ["p1", "p3"]
    await bob.until(lambda: bob.seat == "", "without a seat")
    assert await bob.refused(command={"agree": {}}) == "not_seated"
    assert await bob.refused(talk={"phrase": "angry"}) == "not_seated"
    assert await bob.refused(enter={"code": ann.code, "name": "Bob"}) == "banned"
    assert await bob.refused(enter={"code": ann.code, "name": "Somebody else"}) == "banned"
    await bob.drop()
    assert (await bob.connect(ann.code)).room == ""
    (dora,) = await people("Dora")
    await dora.enter(ann.code)


async def told(client: Client, gone: tuple[str, str]) -> None:
    """Waits until the client has been told which seat has gone, and why."""
    await client.until(lambda: gone in left(client), f"told of {gone}")


def left(client: Client) -> list[tuple[str, str]]:
    events = [event.player_left for event in client.seen.events() if event.HasField("player_left")]
    return [(event.seat, event.reason) for event in events]


@pytest.mark.rule("COM-20")
async def test_who_leaves_follows_the_room_no_more(seated: Seated) -> None:
    ann, bob, cleo = await seated("Ann", "Bob", "Cleo")
    await ann.command("start")
    await bob.until(lambda: bob.seen.seat.hand, "dealt to")
    version = await bob.command("leave")
    await told(ann, ("p2", "left"))
    assert ann.seen.table.seats[1].out == "left"
    async with playing(ann, cleo):
        await ann.until(lambda: ann.seen.version > version + 4, "playing on")
    await bob.ping()
    assert bob.seen.version <= version
    assert await bob.refused(command={"draw": {}}) == "not_seated"


@pytest.mark.rule("COM-22")
async def test_when_the_host_leaves_the_next_human_is_host(seated: Seated) -> None:
    ann, bob, cleo = await seated("Ann", "Bob", "Cleo", bots=1)
    await ann.command("leave")
    for client in (bob, cleo):
        await told(client, ("p1", "left"))
        changed = [event.host_changed for event in client.seen.events() if event.HasField("host_changed")]
        assert (changed[-1].seat, changed[-1].reason) == ("p2", "left")
        assert client.seen.room.host == "p2"
    assert await cleo.refused(command={"start": {}}) == "not_host"
    await bob.command("start")


@pytest.mark.rule("COM-30")
async def test_a_room_is_full(seated: Seated, people: People) -> None:
    ann, bob = await seated("Ann", "Bob", settings={"max_players": "2", "public": "on"})
    (cleo,) = await people("Cleo")
    assert await cleo.refused(enter={"code": ann.code, "name": "Cleo"}) == "room_full"
    assert await ann.refused(command={"bot": {"level": "easy"}}) == "room_full"
    await bob.command("leave")
    await cleo.enter(ann.code)
    assert cleo.seat == "p3"


async def test_names_that_look_alike(seated: Seated, people: People) -> None:
    (ann,) = await seated("Ann")
    (eve,) = await people("Eve")
    for name in ("Ann", "ANN", "\u0410nn", " ", "A\u202enn", "x" * 21):
        assert await eve.refused(enter={"code": ann.code, "name": name}) == "bad_name", name


@pytest.mark.rule("COM-32")
async def test_only_public_lobbies_are_listed_and_found_by_quick_play(seated: Seated, people: People) -> None:
    (hidden,) = await seated("Hidden", ruleset="classic112")
    (shown,) = await seated("Shown", ruleset="classic112", settings={"public": "on"})
    eve, guest = await people("Eve", "Guest")
    await eve.raw('{"watchLobbies":{"on":true,"ruleset":"classic112"}}')
    await eve.until(lambda: eve.listed(shown.code), "shown the public one")
    assert eve.listed(hidden.code) is None

    await guest.does(quickPlay={"name": "Guest", "ruleset": "classic112"})
    assert guest.code == shown.code
    await shown.command("set", changes={"public": "off"})
    await eve.until(lambda: eve.listed(shown.code) is None, "shown that it is not public any more", within_s=2)
    await hidden.command("set", changes={"public": "on"})
    await eve.until(lambda: eve.listed(hidden.code), "shown the other", within_s=2)
    await hidden.command("leave")
    await eve.until(lambda: eve.listed(hidden.code) is None, "shown that nobody is there", within_s=2)
