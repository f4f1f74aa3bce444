"""One room of load players: opened, filled, started."""

import random
from collections.abc import Mapping, Sequence

from tools.load.figures import Counts
from tools.load.history import PlayerHistory, RoomHistory
from tools.load.pace import Pace
from tools.load.player import Player


class Room:
    """Its first player is the host, who also starts every round."""

    def __init__(self, number: int, players: int, counts: Counts, pace: Pace, rng: random.Random) -> None:
        self.history = RoomHistory()
        self.code = ""
        self.players = [
            Player(f"load {number} {seat}", PlayerHistory(self.history), counts, pace, rng) for seat in range(players)
        ]

    async def open(self, ruleset: str, settings: Mapping[str, str], bots: Sequence[str] = ()) -> None:
        """Everyone must be connected and running; `bots` are levels."""
        host, *guests = self.players
        self.code = await host.enter({"create": {"name": host.name, "ruleset": ruleset, "settings": dict(settings)}})
        for guest in guests:
            await guest.enter({"enter": {"code": self.code, "name": guest.name}})
        for level in bots:
            await host.order({"bot": {"level": level}})

    async def play(self) -> None:
        for player in self.players:
            await player.play()
