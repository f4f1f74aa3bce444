"""Talk: preset phrases, to everybody in the room, not too often."""

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import People, Seated

pytestmark = pytest.mark.asyncio(loop_scope="package")


def heard(client: Client) -> list[tuple[str, str]]:
    return [(frame.talked.seat, frame.talked.phrase) for frame in client.of("talked")]


async def hears(client: Client, *talk: tuple[str, str]) -> None:
    await client.until(lambda: len(heard(client)) >= len(talk), "told")
    assert heard(client) == list(talk)


async def test_a_phrase_reaches_everybody_in_the_room(seated: Seated, people: People) -> None:
    ann, bob = await seated("Ann", "Bob")
    eve, stranger = await people("Eve", "Stranger")
    await eve.enter(ann.code, watch=True)
    await stranger.create("classic108", {})
    version = bob.seen.version
    await bob.does(talk={"phrase": "well_played"})
    for client in (ann, bob, eve):
        await hears(client, ("p2", "well_played"))
    await stranger.ping()
    assert heard(stranger) == []
    assert bob.seen.version == version, "talk is no commit"


async def test_only_what_is_on_the_list_is_said(seated: Seated, people: People) -> None:
    ann, bob = await seated("Ann", "Bob")
    (eve,) = await people("Eve")
    await eve.enter(ann.code, watch=True)
    assert await bob.refused(talk={"phrase": "you cheat"}) == "bad_command"
    assert await eve.refused(talk={"phrase": "hello"}) == "not_seated"
    await ann.ping()
    assert heard(ann) == []


async def test_a_phrase_takes_a_breath(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob")
    await bob.does(talk={"phrase": "hello"})
    refusal = (await bob.ask(talk={"phrase": "hurry_up"})).refusal
    assert refusal.code == "rate_limited"
    assert 0 < refusal.retry_after_ms <= 500
    # Everybody has a breath of their own.
    await ann.does(talk={"phrase": "hello"})
    await hears(ann, ("p2", "hello"), ("p1", "hello"))
