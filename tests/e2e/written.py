"""What the game workers have written down of a room's rounds: the judge of what was acknowledged (P1)."""

from collections.abc import Iterable

import msgspec

from services.common import redis
from services.common.codes import log_key, parse_code
from services.common.config import ServiceConfig
from services.game.replay_file import Line
from tests.e2e.client import Client

_MOVES = frozenset({"play", "draw", "pass", "take", "challenge", "call", "catch", "answer", "circle", "colour"})
"""What is asked of a round; a room's own commands are in no log."""
_line = msgspec.json.Decoder(Line).decode


async def written(config: ServiceConfig, code: str) -> list[Line]:
    """Every command of every round so far, in the order of their versions."""
    room = parse_code(code)
    assert room is not None
    async with redis.connected(config, "test") as store:
        logs = [key async for key in store.scan_iter(f"{log_key(room)}:*", count=1_000)]
        lines = [_line(line) for log in logs for line in await store.lrange(log, 1, -1)]
    return sorted(lines, key=lambda line: line.version)


def assert_kept(lines: Iterable[Line], clients: Iterable[Client]) -> None:
    """Every move that was acknowledged is there once, under the version that was told, and no version twice."""
    versions = [line.version for line in lines]
    assert len(set(versions)) == len(versions)
    by_id: dict[str, list[int]] = {}
    for line in lines:
        by_id.setdefault(line.id, []).append(line.version)
    for client in clients:
        moves = [done for done in client.acknowledged if done.command in _MOVES]
        assert moves
        lost = [done for done in moves if by_id.get(done.id) != [done.version]]
        assert not lost, f"{client.name}: {lost}"
