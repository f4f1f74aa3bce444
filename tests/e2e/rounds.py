"""Plays rounds to their end, and knows what must hold there."""

import asyncio
from collections.abc import Mapping
from hashlib import sha256

from services.game.engine.faces import FACE
from services.game.engine.rulesets import RULESETS
from tests.e2e.autoplay import playing
from tests.e2e.client import Client

ROUND_S = 40
"""A round takes 2 s; a minigame that somebody does not answer, or a turn left to the clock, more."""


async def play_round(*clients: Client) -> None:
    """Plays on to the scores, which everybody sees alike."""
    async with playing(*clients):
        await asyncio.gather(*(_reaches_the_scores(client) for client in clients))
    first, *others = clients
    for other in others:
        assert other.seen.version == first.seen.version
        assert other.seen.room == first.seen.room
        assert other.seen.table == first.seen.table


def assert_fair(client: Client, hash_before: str) -> None:
    """COM-29: the deal came from the seed whose hash was shown before it, and the next will come from another."""
    table = client.seen.table
    assert table.seed_hash == hash_before
    assert sha256(bytes.fromhex(table.result.seed)).hexdigest() == hash_before
    assert client.seen.room.next_seed_hash != hash_before


def assert_counted(client: Client, before: Mapping[str, int]) -> None:
    """COM-14: the winner gets what the others still hold, on top of the scores `before`."""
    table, room = client.seen.table, client.seen.room
    rules, result = RULESETS[room.ruleset], table.result
    held = {seat.seat: sum(rules.points(FACE[card]) for card in seat.hand) for seat in result.seats}
    knocked_out = sum(seat.out == "knocked_out" for seat in table.seats)
    won = sum(held.values()) - held.get(result.winner, 0) + knocked_out * rules.knock_out_points
    points = {seat.seat: seat.points for seat in result.seats}
    assert points == {seat: won if seat == result.winner else 0 for seat in held}
    assert scores(client) == {seat: before[seat] + gained for seat, gained in points.items()}
    assert scores(client) == {seat.seat: seat.score for seat in result.seats}
    assert held.get(result.winner) == 0 or result.reason != "out"


def scores(client: Client) -> dict[str, int]:
    """By seat, as the room shows them."""
    return {seat.seat: seat.score for seat in client.seen.room.seats}


async def _reaches_the_scores(client: Client) -> None:
    await client.until(lambda: client.seen.room.phase in {"round_over", "game_over"}, "at the scores", ROUND_S)
