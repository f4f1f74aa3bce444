"""LobbyService over gRPC: reads requests, writes responses; what they mean is decided elsewhere."""

# ruff: noqa: N802 - the contract names the methods

import asyncio
from collections.abc import AsyncIterator
from typing import Any, NoReturn

import grpc
from zerocards.common.v1.common_pb2 import Refusal
from zerocards.lobby.v1 import lobby_pb2 as pb
from zerocards.lobby.v1 import lobby_pb2_grpc

from services.common.codes import Code, is_code, new_code
from services.common.rpc import MAX_CONNECTION_AGE_S
from services.lobby import metrics
from services.lobby.index import Index
from services.lobby.listing import BadToken, Filter, Listing
from services.lobby.opening import Opener
from services.lobby.quick import QuickPlay

SERVICE = pb.DESCRIPTOR.services_by_name["LobbyService"].full_name

_LONGEST_QUERY = 40
_BAD_CODE = Refusal(code="bad_command", params={"field": "code"})

Context = grpc.aio.ServicerContext[Any, Any]


class LobbyService(lobby_pb2_grpc.LobbyServiceServicer):
    def __init__(self, index: Index, opener: Opener, quick_play: QuickPlay, watch_interval_s: float) -> None:
        self._index = index
        self._listing = Listing(index)
        self._opener = opener
        self._quick_play = quick_play
        self._watch_interval_s = watch_interval_s
        self._draining = False

    def drain(self) -> None:
        """Ends the streams; their clients watch on elsewhere."""
        self._draining = True
        self._index.wake()

    async def CreateRoom(self, request: pb.CreateRoomRequest, context: Context) -> pb.CreateRoomResponse:
        code = _code(request.code)
        if code is None:
            return pb.CreateRoomResponse(refusal=_BAD_CODE)
        outcome = await self._opener.open(code, request.ruleset, request.settings)
        if isinstance(outcome, Refusal):
            return pb.CreateRoomResponse(refusal=outcome)
        return pb.CreateRoomResponse(code=code)

    async def ListRooms(self, request: pb.ListRoomsRequest, context: Context) -> pb.ListRoomsResponse:
        which = await _filter(request, context)
        try:
            page = self._listing.page(which, request.page_size, request.page_token)
        except BadToken:
            await _invalid(context, "page_token")
        return pb.ListRoomsResponse(rooms=page.rooms, next_page_token=page.next_token, total=page.total)

    async def WatchRooms(self, request: pb.WatchRoomsRequest, context: Context) -> AsyncIterator[pb.WatchRoomsResponse]:
        which = await _filter(request, context)
        shown = None
        # A stream that ends by itself is never cut when its connection has come of age.
        ends_s = asyncio.get_running_loop().time() + MAX_CONNECTION_AGE_S
        with metrics.WATCHERS.track_inprogress():
            while not self._draining:
                changed = self._index.changed()
                page = self._listing.page(which)
                if page != shown:
                    yield pb.WatchRoomsResponse(rooms=page.rooms, total=page.total)
                    shown = page
                    await asyncio.sleep(self._watch_interval_s)
                try:
                    async with asyncio.timeout_at(ends_s):
                        await changed.wait()
                except TimeoutError:
                    return

    async def QuickPlay(self, request: pb.QuickPlayRequest, context: Context) -> pb.QuickPlayResponse:
        code = _code(request.code)
        if code is None:
            return pb.QuickPlayResponse(refusal=_BAD_CODE)
        found = await self._quick_play.find(request.ruleset, code)
        if isinstance(found, Refusal):
            return pb.QuickPlayResponse(refusal=found)
        return pb.QuickPlayResponse(code=found.code, created=found.created)


def _code(asked: str) -> Code | None:
    if not asked:
        return new_code()
    return asked if is_code(asked) else None


async def _filter(request: pb.ListRoomsRequest | pb.WatchRoomsRequest, context: Context) -> Filter:
    if len(request.query) > _LONGEST_QUERY:
        await _invalid(context, "query")
    return Filter(request.ruleset, request.query.casefold())


async def _invalid(context: Context, field: str) -> NoReturn:
    await context.abort(grpc.StatusCode.INVALID_ARGUMENT, field)
