"""Everybody sees the same versions in the same order, and answers come in the order of what was asked (P2, P3)."""

import asyncio

import pytest

from tests.e2e.autoplay import playing
from tests.e2e.client import Client
from tests.e2e.conftest import People, Seated

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_everybody_sees_the_same_versions_in_the_same_order(seated: Seated, people: People) -> None:
    ann, bob = await seated("Ann", "Bob", ruleset="zerocards", bots=1)
    (eve,) = await people("Eve")
    await eve.enter(ann.code, watch=True)
    since = ann.seen.version
    await ann.command("start")
    async with playing(ann, bob, for_ever=True):
        await eve.until(lambda: eve.seen.version >= since + 100, "shown a hundred versions", within_s=20)
    by_eve = what_happened(eve)
    for client in (ann, bob):
        shown = what_happened(client)
        both = shown.keys() & by_eve.keys()
        assert len(both) > 50
        assert {version: shown[version] for version in both} == {version: by_eve[version] for version in both}


async def test_replies_come_in_the_order_of_the_commands(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob")
    seconds = [str(number) for number in range(10, 22)]
    before = len(ann.of("reply"))
    replies = [await ann.send(command={"set": {"changes": {"turn_timer_s": value}}}) for value in seconds]
    await asyncio.gather(*replies)
    answered = [frame.reply for frame in ann.of("reply")[before:]]
    first = answered[0]
    assert [reply.id.n for reply in answered] == list(range(first.id.n, first.id.n + len(seconds)))
    assert [reply.version for reply in answered] == list(range(first.version, first.version + len(seconds)))

    await bob.until(lambda: bob.seen.version == answered[-1].version, "shown the last")
    changes = [event.settings_changed.changes["turn_timer_s"] for event in bob.seen.events(first.version - 1)]
    assert changes == seconds


async def test_what_two_do_at_once_happens_in_one_order(seated: Seated) -> None:
    ann, bob, cleo = clients = await seated("Ann", "Bob", "Cleo", ruleset="classic112")
    since = await ann.command("set", customRule={"text": "Skip two", "effect": "skip", "n": 2})
    versions = await asyncio.gather(bob.command("agree"), cleo.command("agree"))
    assert sorted(versions) == [since + 1, since + 2]
    for client in clients:
        await shown(client, since + 2)
        assert [seat.agreed for seat in client.seen.room.seats] == [True, True, True]


async def shown(client: Client, version: int) -> None:
    await client.until(lambda: client.seen.version == version, "shown both")


def what_happened(client: Client) -> dict[int, tuple[str, list[str]]]:
    """What each version was to everybody: the table, and kinds of events."""
    return {
        update.version: (str(update.table), [str(event.WhichOneof("event")) for event in update.events])
        for update in client.seen.updates
        if not update.full
    }
