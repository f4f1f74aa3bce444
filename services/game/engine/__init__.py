"""The rules: pure. No I/O, no clock, no randomness from outside; imports nothing of services or gen."""

from services.game.engine import bots, commands, events, faces, views
from services.game.engine.clock import next_deadline
from services.game.engine.decide import apply, decide
from services.game.engine.evolve import evolve
from services.game.engine.refusals import Refused
from services.game.engine.room import Room

__all__ = [
    "Refused", "Room", "apply", "bots", "commands", "decide", "events", "evolve", "faces", "next_deadline", "views",
]  # fmt: skip
