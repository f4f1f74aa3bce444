"""One owed action as a bot gets it: decoded from the queue, with the ids its commands will have."""

import hashlib
from random import Random

import msgspec
from google.protobuf.message import DecodeError
from zerocards.bots.v1.bots_pb2 import BotTurn
from zerocards.common.v1.common_pb2 import CommandId

from services.bots.levels.sight import Sight
from services.common.codes import Code, is_code
from services.game.engine.memory import Memory
from services.game.engine.shapes import RoomView, SeatView, TableView

_room = msgspec.json.Decoder(RoomView).decode
table = msgspec.json.Decoder(TableView).decode
_seat = msgspec.json.Decoder(SeatView).decode
_memory = msgspec.json.Decoder(Memory).decode


class Unreadable(Exception):
    """No message of ours; another delivery of it would be none either."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is owed, by whom, and what they see."""

    code: Code
    player_id: str
    level: str
    owed: str
    sight: Sight
    posted_ms: float
    stale_ms: float
    payload: bytes

    @property
    def kind(self) -> str:
        """The occasion: "turn", "colour", "duel", "catch", …"""
        return self.owed.partition(":")[0]

    def is_old(self, now_ms: float) -> bool:
        """So long ago that somebody else may have played for the seat by now (COM-19)."""
        return 0 < self.stale_ms < now_ms

    def is_about(self, now: TableView) -> bool:
        """Whether this is the moment that was asked about: the same turn, waiting for the same."""
        then = self.sight.table
        return (now.seed_hash, now.turn_number, now.phase) == (then.seed_hash, then.turn_number, then.phase)

    def rng(self) -> Random:
        """A redelivered turn is decided alike: it is the same command in content too.

        Nobody foresees it who has not seen this seat's hand.
        """
        return Random(hashlib.sha256(self.payload).digest())

    def command_id(self, verb: str) -> CommandId:
        """The same for every delivery and every repeat of what is owed (P1).

        A session of its own, because a room answers a lower n of a session it knows with `duplicate`.
        """
        # A rematch counts its rounds and turns from 1 again; the seed's hash tells it from the last game.
        named = f"{self.code}/{self.sight.table.seed_hash}/{self.sight.me}/{self.owed}/{verb}"
        return CommandId(session=hashlib.sha256(named.encode()).hexdigest()[:16], n=1)


def read(payload: bytes) -> Asked:
    """Raises Unreadable."""
    try:
        turn = BotTurn.FromString(payload)
        memory = _memory(turn.memory) if turn.memory else Memory()
        sight = Sight(_room(turn.room), table(turn.table), _seat(turn.view), memory)
    except (DecodeError, msgspec.DecodeError) as error:
        raise Unreadable(str(error)) from error
    if not is_code(turn.code):
        raise Unreadable("no room code")
    return Asked(
        code=turn.code,
        player_id=turn.player_id,
        level=turn.level,
        owed=turn.owed,
        sight=sight,
        posted_ms=turn.posted_ms,
        stale_ms=turn.stale_ms,
        payload=payload,
    )
