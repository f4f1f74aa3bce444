"""Tells gateways which of their silent rooms have moved on (P3)."""

from contextlib import AbstractAsyncContextManager

from google.protobuf.message import DecodeError
from zerocards.game.v1 import game_pb2

from services.common import log, subjects
from services.common.arrived import Arrived
from services.common.bus import Bus, NotDelivered
from services.common.codes import Code, is_code
from services.game.store import Store, Unavailable
from services.game.subscribing import serving

_LOG = log.get()


class Sync:
    """Answers `sync`. It needs no queue: a gateway asks every 2 s, one question at a time is read."""

    def __init__(self, bus: Bus, store: Store) -> None:
        self._bus = bus
        self._store = store

    def listening(self) -> AbstractAsyncContextManager[None]:
        """Answers while the body runs."""
        return serving(self._bus, [self._bus.subscribe(subjects.SYNC, self._take, queue=subjects.GAME_QUEUE)])

    async def _take(self, message: Arrived) -> None:
        try:
            asked = game_pb2.SyncRequest.FromString(message.data)
            response = await self.compare(asked)
            await self._bus.publish(message.reply, response.SerializeToString())
        except (DecodeError, Unavailable, NotDelivered) as error:
            # The gateway asks again in 2 s by itself.
            _LOG.warning("sync not answered", error=str(error))

    async def compare(self, asked: game_pb2.SyncRequest) -> game_pb2.SyncResponse:
        """The rooms of another version than the gateway has. Raises Unavailable."""
        rooms = [(Code(room.code), room.version) for room in asked.rooms if is_code(room.code)]
        versions = await self._store.versions([code for code, _ in rooms])
        return game_pb2.SyncResponse(
            rooms=[
                game_pb2.RoomVersion(code=code, version=now)
                for (code, known), now in zip(rooms, versions, strict=True)
                if now != known
            ]
        )
