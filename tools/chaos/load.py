"""The rooms that are played in while things break."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tools.chaos.player import Habits, Player
from tools.chaos.times import TURN_MS

_RULESETS = ("zerocards", "classic108", "classic112", "mercy")
_SETTINGS = {"turn_timer_s": str(TURN_MS // 1000), "auto_draw": "on", "jump_in": "on"}
_CUSTOM_RULE = {"text": "Everyone else draws one", "effect": "others_draw", "n": 1}
_READY_S = 20


@dataclass(frozen=True)
class Size:
    rooms: int
    players: int
    """In each room."""
    bots: int


class Room:
    """Its first player is the host."""

    def __init__(self, number: int, size: Size, doors: Sequence[str], rng: random.Random, habits: Habits) -> None:
        self.ruleset = _RULESETS[number % len(_RULESETS)]
        self.players = [Player(f"Ann {number} {seat}", doors, rng, habits) for seat in range(size.players)]
        self._bots = size.bots

    @property
    def code(self) -> str:
        return self.players[0].record.code

    async def open(self) -> None:
        """Everyone is seated, the bots too, and may play."""
        host, *guests = self.players
        await _connected(self.players)
        create = {"name": host.record.name, "ruleset": self.ruleset, "settings": _SETTINGS}
        await _must(host, "create", {"create": create})
        for guest in guests:
            await _must(guest, "enter", {"enter": {"code": self.code, "name": guest.record.name}})
        for _ in range(self._bots):
            await _must(host, "bot", {"command": {"bot": {"level": "normal"}}})
        if self.ruleset == "classic112":  # CL-15: there is no game before everybody has agreed to one
            await _must(host, "set", {"command": {"set": {"customRule": _CUSTOM_RULE}}})
        for player in self.players:
            player.playing = True


@asynccontextmanager
async def playing(size: Size, doors: Sequence[str], rng: random.Random, habits: Habits) -> AsyncIterator[list[Room]]:
    """Rooms in which everybody plays round after round."""
    rooms = [Room(number, size, doors, rng, habits) for number in range(size.rooms)]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.run()) for room in rooms for player in room.players]
        try:
            await asyncio.gather(*(room.open() for room in rooms))
            yield rooms
        finally:
            for task in tasks:
                task.cancel()


async def _connected(players: Sequence[Player]) -> None:
    async with asyncio.timeout(_READY_S):
        while not all(player.connected for player in players):
            await asyncio.sleep(0.05)


async def _must(player: Player, verb: str, frame: dict[str, object]) -> None:
    reply = await player.ask(verb, frame)
    if reply.refusal is not None:
        raise RuntimeError(f"{player.record.name}: {verb} is refused with {reply.refusal.code}")
