"""Tells the world what was committed. By then it is true: what NATS does not take, `sync` and the index make good."""

from collections.abc import Iterable

from zerocards.lobby.v1 import lobby_pb2

from services.common import log, subjects
from services.common.bus import Bus, NotDelivered
from services.common.codes import Code
from services.game import metrics
from services.game.bot_turns import BotTurn, BotTurns
from services.game.commits import Commit

_LOG = log.get()


class Publisher:
    """Publishes in the order of the calls."""

    def __init__(self, bus: Bus, bot_turns: BotTurns) -> None:
        self._bus = bus
        self._bot_turns = bot_turns

    async def committed(self, commit: Commit) -> None:
        """The update first: players wait for it."""
        change = commit.change
        await self.update(change.code, commit.update)
        if change.open_entry is not None:
            gone = lobby_pb2.LobbyChanged(code=change.code, version=change.base + 1)
            await self._publish(subjects.LOBBY_CHANGED, change.open_entry or gone.SerializeToString())
        self.ask_bots(commit.bot_turns)

    def ask_bots(self, turns: Iterable[BotTurn]) -> None:
        """Does not wait until they are with JetStream."""
        for turn in turns:
            self._bot_turns.post(turn)

    async def update(self, code: Code, update: bytes) -> None:
        """A RoomUpdate for everyone in the room."""
        await self._publish(subjects.room(code), update)

    async def _publish(self, subject: str, payload: bytes) -> None:
        try:
            await self._bus.publish(subject, payload)
        except NotDelivered as error:
            metrics.UNPUBLISHED.labels(subject.partition(".")[0]).inc()
            _LOG.warning("not published", subject=subject, error=str(error))
