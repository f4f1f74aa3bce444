"""GameService over gRPC: the same work, queues and handler as over NATS, and what operators may see and do."""

# ruff: noqa: N802 - the contract names the methods

import asyncio
from functools import partial
from typing import Any

import grpc
from zerocards.game.v1 import command_pb2, game_pb2_grpc
from zerocards.game.v1 import game_pb2 as pb

from services.common import log, subjects
from services.common.bus import Bus, Unanswered
from services.common.codes import Code, is_code
from services.game import inspection
from services.game.codec import NewerSchema
from services.game.consumer import KIND
from services.game.dispatch import BUSY, Dispatch, Work, refused
from services.game.queues import RoomQueues
from services.game.requests import Refusal
from services.game.store import OutcomeUnknown, Store, Unavailable

SERVICE = pb.DESCRIPTOR.services_by_name["GameService"].full_name

_PASSED_ON_S = 2
_LOG = log.get()

Context = grpc.aio.ServicerContext[Any, Any]
Question = pb.ApplyRequest | pb.GetViewRequest | pb.GetReplayRequest


class GameService(game_pb2_grpc.GameServiceServicer):
    def __init__(self, bus: Bus, queues: RoomQueues, dispatch: Dispatch, store: Store) -> None:
        self._bus = bus
        self._queues = queues
        self._dispatch = dispatch
        self._store = store

    async def Apply(self, request: pb.ApplyRequest, context: Context) -> pb.ApplyResponse:
        return pb.ApplyResponse.FromString(await self._ask("cmd", request, context))

    async def GetView(self, request: pb.GetViewRequest, context: Context) -> pb.GetViewResponse:
        return pb.GetViewResponse.FromString(await self._ask("view", request, context))

    async def Inspect(self, request: pb.InspectRequest, context: Context) -> pb.InspectResponse:
        await _require_operator(request, context)
        _LOG.info("room inspected", room=request.code, operator=request.operator)
        if not is_code(request.code):
            await context.abort(grpc.StatusCode.NOT_FOUND, "no such room")
        try:
            found = await inspection.inspect(self._store, request.code, request.log_lines)
        except Unavailable as error:
            await context.abort(grpc.StatusCode.UNAVAILABLE, str(error))
        except NewerSchema as newer:
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, f"only workers of {newer} can read this room")
        if found is None:
            await context.abort(grpc.StatusCode.NOT_FOUND, "no such room")
        return found

    async def Close(self, request: pb.CloseRequest, context: Context) -> pb.CloseResponse:
        await _require_operator(request, context)
        _LOG.info("room closed", room=request.code, operator=request.operator, reason=request.reason)
        close = command_pb2.SystemCommand(close=command_pb2.CloseRoom(reason=request.reason or "operator"))
        asked = pb.ApplyRequest(code=request.code, system=close)
        response = pb.ApplyResponse.FromString(await self._ask("cmd", asked, context))
        if response.HasField("refusal") and response.refusal.code != "not_found":
            await context.abort(grpc.StatusCode.UNAVAILABLE, response.refusal.code)
        return pb.CloseResponse(closed=response.HasField("accepted"))

    async def GetReplay(self, request: pb.GetReplayRequest, context: Context) -> pb.GetReplayResponse:
        return pb.GetReplayResponse.FromString(await self._ask("replay", request, context))

    async def _ask(self, kind: str, request: Question, context: Context) -> bytes:
        """The answer, once the room's queue has come to it."""
        if not is_code(request.code):
            return refused(Work(kind, Code(""), request.SerializeToString()), Refusal("not_found")) or b""
        work = Work(kind, request.code, request.SerializeToString())
        answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        if not self._queues.put(work.code, partial(self._settle, work, answer)):
            return refused(work, BUSY) or b""
        try:
            settled = await answer
        except (OutcomeUnknown, Unanswered) as error:
            await context.abort(grpc.StatusCode.UNAVAILABLE, f"outcome unknown, ask again with the same id: {error}")
        if settled is None:
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "not begun: deadline_ms had passed")
        return settled

    async def _settle(self, work: Work, answer: asyncio.Future[bytes | None]) -> None:
        try:
            settled = await self._do(work)
        except (OutcomeUnknown, Unanswered) as error:
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(settled)

    async def _do(self, work: Work) -> bytes | None:
        try:
            return await self._dispatch.do(work)
        except NewerSchema as newer:
            subject = subjects.schema(newer.schema, work.code)
            return await self._bus.request(subject, work.payload, timeout_s=_PASSED_ON_S, headers={KIND: work.kind})


async def _require_operator(request: pb.InspectRequest | pb.CloseRequest, context: Context) -> None:
    if not request.operator:
        await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "operator: who asks?")
