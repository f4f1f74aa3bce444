"""The sockets of this gateway: how many, whose, and how they are all told to go elsewhere."""

import asyncio
import random
import time
from collections import Counter, defaultdict
from typing import Protocol

from services.gateway import answers, metrics
from services.gateway.closing import Close
from services.gateway.limits import network

_BATCHES = 20


class Ending(Protocol):
    """A connection as far as its end goes."""

    address: str

    @property
    def waiting(self) -> int:
        """Frames not written to it yet."""

    def send(self, frame: bytes) -> None: ...

    def end(self, code: Close) -> None: ...


class Connections:
    def __init__(self, *, most: int, per_address: int, flood_pause_s: float = 0) -> None:
        self._most = most
        self._per_address = per_address
        self._flood_pause_s = flood_pause_s
        self._flooded: dict[str, float] = {}
        """Players cut off for flooding, and until when, monotonic s, each is not welcome; the longest ago first."""
        self._all: set[Ending] = set()
        self._by_address: Counter[str] = Counter()
        self._by_player: defaultdict[str, set[Ending]] = defaultdict(set)
        self._empty = asyncio.Event()
        self._empty.set()
        metrics.CONNECTIONS_MOST.set(most)
        metrics.CONNECTIONS.set_function(lambda: len(self._all))
        metrics.WAITING.set_function(lambda: sum(connection.waiting for connection in self._all))
        metrics.LONGEST.set_function(lambda: max((connection.waiting for connection in self._all), default=0))

    def room_for(self, address: str) -> str:
        """Why another connection from there is one too many; empty when it is welcome."""
        if len(self._all) >= self._most:
            return "full"
        if self._per_address and self._by_address[network(address)] >= self._per_address:
            return "address"
        return ""

    def flooded(self, player_id: str) -> None:
        """That player is turned away for a while: to be let in again costs the others more than the flood did."""
        self._forget_floods()
        self._flooded.pop(player_id, None)
        self._flooded[player_id] = time.monotonic() + self._flood_pause_s

    def has_flooded(self, player_id: str) -> bool:
        return self._flooded.get(player_id, 0) > time.monotonic()

    def _forget_floods(self) -> None:
        now = time.monotonic()
        while self._flooded and self._flooded[first := next(iter(self._flooded))] <= now:
            del self._flooded[first]

    def add(self, connection: Ending) -> None:
        self._all.add(connection)
        self._by_address[network(connection.address)] += 1
        self._empty.clear()

    def identify(self, connection: Ending, player_id: str) -> None:
        self._by_player[player_id].add(connection)

    def remove(self, connection: Ending, player_id: str) -> None:
        self._all.discard(connection)
        self._leave(network(connection.address))
        self._by_player[player_id].discard(connection)
        if not self._by_player[player_id]:
            del self._by_player[player_id]
        if not self._all:
            self._empty.set()

    def _leave(self, place: str) -> None:
        self._by_address[place] -= 1
        if not self._by_address[place]:
            del self._by_address[place]

    def end_player(self, player_id: str, code: Close) -> None:
        """Ends all connections of a player."""
        for connection in tuple(self._by_player.get(player_id, ())):
            connection.end(code)

    async def drain(self, spread_s: float) -> None:
        """Sends everybody elsewhere, spread so that they do not arrive there all at once; returns when all are gone."""
        waiting = list(self._all)
        random.shuffle(waiting)
        size = max(50, -(-len(waiting) // _BATCHES))
        while waiting:
            batch, waiting = waiting[:size], waiting[size:]
            for connection in batch:
                connection.send(answers.notice("reconnect"))
                connection.end(Close.RESTARTING)
            if waiting:
                await asyncio.sleep(spread_s / _BATCHES * random.uniform(0.5, 1.5))
        await self._empty.wait()
