"""OpsService over gRPC: one game worker answers for the whole installation."""

# ruff: noqa: N802 - the contract names the methods

from typing import Any, NoReturn

import grpc
from redis.asyncio import Redis
from redis.exceptions import RedisError
from zerocards.game.v1 import command_pb2
from zerocards.game.v1 import game_pb2 as game
from zerocards.ops.v1 import ops_pb2 as pb
from zerocards.ops.v1 import ops_pb2_grpc

from services.common import log, ops
from services.common.bus import Bus
from services.common.clock import Clock
from services.game.census import PHASES
from services.game.rooms import SORTS, rooms
from services.game.rpc import GameService

_LOG = log.get()

Context = grpc.aio.ServicerContext[Any, Any]


class OpsService(ops_pb2_grpc.OpsServiceServicer):
    def __init__(self, bus: Bus, redis: Redis, game_service: GameService, clock: Clock) -> None:
        self._bus = bus
        self._redis = redis
        self._game = game_service
        self._clock = clock

    async def GetStatus(self, request: pb.GetStatusRequest, context: Context) -> pb.GetStatusResponse:
        return pb.GetStatusResponse(processes=await ops.give(self._bus, pb.Order(status=request)))

    async def ListRooms(self, request: pb.ListRoomsRequest, context: Context) -> pb.ListRoomsResponse:
        if request.phase and request.phase not in PHASES:
            await _invalid(context, f"phase: one of {', '.join(PHASES)}")
        if request.sort and request.sort not in SORTS:
            await _invalid(context, f"sort: one of {', '.join(SORTS)}")
        try:
            return await rooms(self._redis, request, self._clock())
        except RedisError as error:
            await context.abort(grpc.StatusCode.UNAVAILABLE, str(error))

    async def KickPlayer(self, request: pb.KickPlayerRequest, context: Context) -> pb.KickPlayerResponse:
        await _require_operator(request.operator, context)
        _LOG.info("player kicked", room=request.code, seat=request.seat, operator=request.operator)
        expel = command_pb2.SystemCommand(expel=command_pb2.ExpelPlayer(seat=request.seat))
        response = await self._game.Apply(game.ApplyRequest(code=request.code, system=expel), context)
        return pb.KickPlayerResponse(refusal=response.refusal.code)

    async def Drain(self, request: pb.DrainRequest, context: Context) -> pb.DrainResponse:
        await _require_operator(request.operator, context)
        if not request.instances:
            await _invalid(context, "instances: which?")
        order = pb.Order(instances=request.instances, operator=request.operator, drain=pb.DrainOrder())
        return pb.DrainResponse(instances=[one.instance for one in await ops.give(self._bus, order)])

    async def SetLogLevel(self, request: pb.SetLogLevelRequest, context: Context) -> pb.SetLogLevelResponse:
        await _require_operator(request.operator, context)
        if request.level not in log.LEVELS:
            await _invalid(context, f"level: one of {', '.join(log.LEVELS)}")
        level = pb.LogLevelOrder(level=request.level)
        order = pb.Order(instances=request.instances, operator=request.operator, log_level=level)
        return pb.SetLogLevelResponse(instances=[one.instance for one in await ops.give(self._bus, order)])


async def _require_operator(operator: str, context: Context) -> None:
    if not operator:
        await _invalid(context, "operator: who asks?")


async def _invalid(context: Context, why: str) -> NoReturn:
    await context.abort(grpc.StatusCode.INVALID_ARGUMENT, why)
