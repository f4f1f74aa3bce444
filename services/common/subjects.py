"""Every NATS subject, queue group and stream there is."""

from typing import Final

from services.common.codes import Code, is_code

GAME_QUEUE: Final = "game"
"""The queue group of the game workers: one of them gets each request."""

SYNC: Final = "sync"
LOBBY_CHANGED: Final = "lobby.changed"
SESSION_SPENT: Final = "session.spent"
"""Gateway to gateways: SessionSpent."""
OPS: Final = "ops"
"""A game worker, for an operator, to every process: Order → ProcessStatus from each that is meant."""
BOTS_STREAM: Final = "BOTS"

ALL_ROOMS: Final = "room.*"
ALL_COMMANDS: Final = "cmd.*"
ALL_VIEWS: Final = "view.*"
ALL_REPLAYS: Final = "replay.*"
ALL_TALK: Final = "talk.*"
ALL_BOT_TURNS: Final = "bots.turn.*"


def inbox(service: str) -> str:
    """Where answers to a service's questions arrive: its own, so that no other service can listen to them."""
    return f"_INBOX.{service}"


def command(code: Code) -> str:
    """Request: ApplyRequest → ApplyResponse."""
    return f"cmd.{code}"


def view(code: Code) -> str:
    """Request: GetViewRequest → GetViewResponse."""
    return f"view.{code}"


def replay(code: Code) -> str:
    """Request: GetReplayRequest → GetReplayResponse."""
    return f"replay.{code}"


def room(code: Code) -> str:
    """Published after every commit: RoomUpdate."""
    return f"room.{code}"


def talk(code: Code) -> str:
    """Phrases and emotes, gateway to gateway: nothing of them is stored."""
    return f"talk.{code}"


def bot_turn(level: str) -> str:
    """JetStream: BotTurn. The level is "easy", "normal" or "hard"."""
    return f"bots.turn.{level}"


def schema(version: int, code: Code) -> str:
    """A command for a room whose state is of a newer schema than the worker that got it (P6)."""
    return f"schema.{version}.{code}"


def all_of_schema(version: int) -> str:
    return f"schema.{version}.*"


def code_of(subject: str) -> Code | None:
    """The room that a subject names as its last part; None where that is no code."""
    last = subject.rpartition(".")[2]
    return last if is_code(last) else None
