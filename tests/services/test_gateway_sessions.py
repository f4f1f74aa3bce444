"""Tokens: renewed at each resume, valid until their successor is used, an alarm after that."""

import pytest
from redis.asyncio import Redis

from services.gateway.sessions import Sessions, TokenSpent
from tests.fixtures.gateway import GatewayWorld

pytestmark = pytest.mark.asyncio

CODE = "ABCDEFGH"
SPENT = 4002


async def test_a_token_brings_its_player_back_with_a_new_token(gateway_world: GatewayWorld) -> None:
    sessions = Sessions(gateway_world.redis, days=1)
    first = await sessions.open("")

    second = await sessions.open(first.token)

    assert second.player_id == first.player_id
    assert second.token != first.token
    assert len(bytes.fromhex(first.player_id)) * 8 == 128


async def test_a_token_stays_valid_while_its_successors_are_unused(gateway_world: GatewayWorld) -> None:
    """The welcome that carries the successor can be lost, more than once."""
    sessions = Sessions(gateway_world.redis, days=1)
    first = await sessions.open("")

    followers = [await sessions.open(first.token) for _ in range(3)]

    assert {follower.player_id for follower in followers} == {first.player_id}
    assert (await sessions.open(followers[0].token)).player_id == first.player_id


async def test_a_spent_token_ends_the_identity(gateway_world: GatewayWorld) -> None:
    sessions = Sessions(gateway_world.redis, days=1)
    first = await sessions.open("")
    second = await sessions.open(first.token)
    third = await sessions.open(second.token)

    with pytest.raises(TokenSpent) as spent:
        await sessions.open(first.token)

    assert spent.value.player_id == first.player_id
    assert (await sessions.open(third.token)).player_id != first.player_id


async def test_the_unused_sibling_of_a_used_token_is_spent(gateway_world: GatewayWorld) -> None:
    """Two hands held the same token, and each was given a successor."""
    sessions = Sessions(gateway_world.redis, days=1)
    first = await sessions.open("")
    mine, theirs = await sessions.open(first.token), await sessions.open(first.token)
    await sessions.open(mine.token)

    with pytest.raises(TokenSpent):
        await sessions.open(theirs.token)


@pytest.mark.parametrize("token", ["nonsense", "0" * 64, "0" * 63, "Z" * 64])
async def test_an_unknown_token_is_a_new_player(gateway_world: GatewayWorld, token: str) -> None:
    sessions = Sessions(gateway_world.redis, days=1)

    assert (await sessions.open(token)).player_id != (await sessions.open(token)).player_id


async def test_redis_holds_hashes_for_as_long_as_it_was_told(gateway_world: GatewayWorld) -> None:
    store: Redis = gateway_world.redis
    sessions = Sessions(store, days=2)
    session = await sessions.open("")

    [key] = await store.keys("*")
    assert 0 < await store.ttl(key) <= 86_400, "until it has come back once"
    session = await sessions.open(session.token)
    kept = await store.hgetall(key)

    for half in (session.token[:32], session.token[32:]):
        assert half.encode() not in key + b"".join(kept.values())
    assert key.startswith(b"session:")
    assert 86_400 < await store.ttl(key) <= 2 * 86_400


async def test_a_spent_token_closes_every_connection_of_its_player(gateway_world: GatewayWorld) -> None:
    await gateway_world.gateway()
    other = await gateway_world.gateway()
    first = await gateway_world.client()
    second = await gateway_world.client(other, first.token)
    third = await gateway_world.client(token=second.token)
    bystander = await gateway_world.client()

    thief = await gateway_world.socket()
    await thief.raw(f'{{"hello":{{"token":"{first.token}"}}}}')

    for client in (thief, first, second, third):
        assert await client.closed() == SPENT
    await bystander.ping()
