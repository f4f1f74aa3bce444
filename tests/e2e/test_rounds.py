"""Whole rounds of two people and a bot, from the lobby to the scores and beyond, in every rule set."""

import pytest

from tests.e2e.conftest import People, Seated
from tests.e2e.rounds import assert_counted, assert_fair, play_round, scores

pytestmark = pytest.mark.asyncio(loop_scope="package")

_NOBODY_SCORED = {"p1": 0, "p2": 0, "p3": 0}


@pytest.mark.rule("COM-23", "COM-24", "COM-25", "COM-29", "COM-32")
async def test_zerocards_from_the_open_lobby_to_the_rematch(people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    await bob.raw('{"watchLobbies":{"on":true}}')
    code = await ann.create("zerocards", {"public": "on"})
    listed = await bob.until(lambda: bob.listed(code), "shown the open lobby", within_s=2)
    assert (listed.host_name, listed.ruleset, listed.players, listed.bots) == ("Ann", "zerocards", 1, 0)

    await bob.enter(code)
    await ann.command("bot", level="normal")
    hash_before = bob.seen.room.next_seed_hash
    await ann.command("start")
    await bob.until(lambda: bob.listed(code) is None, "shown that the lobby is closed", within_s=2)

    await play_round(ann, bob)
    assert ann.seen.room.phase == "game_over"
    assert_fair(bob, hash_before)
    assert_counted(bob, _NOBODY_SCORED)
    winner = ann.seen.table.result.winner
    games = {line.seat: (line.games, line.games_won) for line in ann.seen.room.standings}
    assert games == {seat: (1, seat == winner) for seat in _NOBODY_SCORED}

    assert await bob.refused(command={"rematch": {}}) == "not_host"
    assert await ann.refused(command={"next": {}}) == "wrong_phase"
    hash_before = bob.seen.room.next_seed_hash
    await ann.command("rematch")
    await bob.until(lambda: bob.seen.room.phase == "playing", "dealt to again")
    assert bob.seen.table.seed_hash == hash_before
    assert scores(bob) == _NOBODY_SCORED


@pytest.mark.rule("COM-14", "COM-15", "COM-24", "COM-25", "COM-29")
async def test_classic108_round_after_round_and_back_to_the_lobby(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob", ruleset="classic108", bots=1)
    hash_before = bob.seen.room.next_seed_hash
    await ann.command("start")
    await play_round(ann, bob)
    assert ann.seen.room.phase == "round_over"
    assert_fair(bob, hash_before)
    assert_counted(bob, _NOBODY_SCORED)

    before, hash_before = scores(bob), bob.seen.room.next_seed_hash
    assert await bob.refused(command={"next": {}}) == "not_host"
    await ann.command("next")
    await play_round(ann, bob)
    assert ann.seen.table.round == 2
    assert_fair(bob, hash_before)
    assert_counted(bob, before)

    assert await bob.refused(command={"lobby": {}}) == "not_host"
    await ann.command("lobby")
    await bob.until(lambda: bob.seen.room.phase == "lobby", "back in the lobby")
    points = {line.seat: line.points for line in bob.seen.room.standings}
    assert sum(points.values()) > 0, "the session table lives as long as the lobby does"


@pytest.mark.rule("CL-15")
async def test_classic112_by_a_rule_that_all_have_agreed_to(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob", ruleset="classic112", bots=1)
    assert await ann.refused(command={"start": {}}) == "not_agreed"
    rule = {"text": "Everybody else draws two", "effect": "others_draw", "n": 2}
    await ann.command("set", customRule=rule)
    await ann.command("agree")
    assert await ann.refused(command={"start": {}}) == "not_agreed"
    await bob.until(lambda: bob.seen.room.custom_rule.text == rule["text"], "shown the rule")
    await bob.command("agree")

    hash_before = bob.seen.room.next_seed_hash
    await ann.command("start")
    await play_round(ann, bob)
    assert_fair(bob, hash_before)
    assert_counted(bob, _NOBODY_SCORED)


@pytest.mark.rule("COM-32", "MC-04", "MC-05")
async def test_mercy_and_the_lobby_is_open_again(seated: Seated) -> None:
    ann, bob = await seated("Ann", "Bob", ruleset="mercy", bots=1, settings={"public": "on"})
    hash_before = bob.seen.room.next_seed_hash
    await ann.command("start")
    await play_round(ann, bob)
    assert ann.seen.room.phase == "game_over"
    assert_fair(bob, hash_before)
    assert_counted(bob, _NOBODY_SCORED)

    await bob.raw('{"watchLobbies":{"on":true}}')
    await bob.until(lambda: bob.of("lobbies"), "shown the open lobbies")
    assert bob.listed(ann.code) is None
    await ann.command("lobby")
    await bob.until(lambda: bob.listed(ann.code), "shown that the lobby is open again", within_s=2)
