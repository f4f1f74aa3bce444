"""Talk at a table: preset phrases and emotes, not too often, gateway to gateway without a commit."""

import asyncio

from zerocards.gateway.v1 import socket_pb2

from services.common import subjects
from services.common.bus import Bus
from services.common.codes import Code
from services.gateway.answers import Refused

PHRASES = frozenset(
    {
        "hello",
        "good_luck",
        "well_played",
        "thanks",
        "sorry",
        "oops",
        "hurry_up",
        "one_moment",
        "one_more",
        "good_game",
        "laugh",
        "cry",
        "angry",
        "cool",
        "love",
        "shock",
        "think",
        "clap",
    }
)
"""The client has a text or a picture for each, in the reader's language."""


class Talk:
    """One connection's; the cool-down is its own."""

    def __init__(self, bus: Bus, cooldown_s: float) -> None:
        self._bus = bus
        self._cooldown_s = cooldown_s
        self._next_at = 0.0

    async def say(self, code: Code, seat: str, phrase: str) -> None:
        """Raises Refused."""
        if phrase not in PHRASES:
            raise Refused("bad_command", params={"why": "Unknown phrase"})
        now = asyncio.get_running_loop().time()
        if now < self._next_at:
            raise Refused("rate_limited", retry_after_ms=round((self._next_at - now) * 1_000))
        self._next_at = now + self._cooldown_s
        said = socket_pb2.Talked(seat=seat, phrase=phrase)
        await self._bus.publish(subjects.talk(code), said.SerializeToString())
