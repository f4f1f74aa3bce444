"""The list of open lobbies on sockets: one stream from the lobby service a filter, shared by all who watch it."""

import asyncio
import random
from collections.abc import Callable
from typing import NamedTuple

from google.protobuf import json_format
from zerocards.lobby.v1 import lobby_pb2

from services.common import log
from services.gateway.answers import Refused
from services.gateway.lobby import Lobby

Listener = Callable[[bytes], None]
_MOST_FILTERS = 500
_PAUSE_S = 1.0
_LOG = log.get()


class Filter(NamedTuple):
    ruleset: str
    query: str


class _Watch:
    """One filter's stream, the frame it last brought, and who gets the next."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.frame = b""
        self.task: asyncio.Task[None] | None = None

    def brings(self, frame: bytes) -> None:
        # A stream that was opened again begins with the list that everybody has.
        if frame == self.frame:
            return
        self.frame = frame
        for listener in tuple(self.listeners):
            listener(frame)


class Lobbies:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._watches: dict[Filter, _Watch] = {}

    def watch(self, wanted: Filter, listener: Listener) -> None:
        """The list as it is, as soon as it is known, then each change. Raises Refused with `overloaded`."""
        watch = self._watches.get(wanted)
        if watch is None:
            # People filter as they type; what they type is theirs to choose, how much of it we follow is not.
            if len(self._watches) >= _MOST_FILTERS:
                raise Refused("overloaded", retry_after_ms=5_000)
            watch = self._watches[wanted] = _Watch()
            watch.task = asyncio.create_task(self._stream(wanted, watch))
        watch.listeners.add(listener)
        if watch.frame:
            listener(watch.frame)

    def unwatch(self, wanted: Filter, listener: Listener) -> None:
        watch = self._watches[wanted]
        watch.listeners.discard(listener)
        if not watch.listeners and watch.task is not None:
            watch.task.cancel()
            del self._watches[wanted]

    async def _stream(self, wanted: Filter, watch: _Watch) -> None:
        while True:
            try:
                async for response in self._lobby.watch(*wanted):
                    watch.brings(_frame(response))
            except Refused as why:
                _LOG.warning("lobbies not watched", refusal=why.refusal.code)
            await asyncio.sleep(_PAUSE_S * random.uniform(0.5, 1))


def _frame(response: lobby_pb2.WatchRoomsResponse) -> bytes:
    # WatchRoomsResponse and Lobbies are alike. Once a second at most, so protobuf's own printer is quick enough.
    return b'{"lobbies":%s}' % json_format.MessageToJson(response, indent=None).encode()
