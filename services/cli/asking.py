"""A game worker's gRPC services, as an operator with a name asks them."""

import getpass
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from zerocards.game.v1 import game_pb2 as game
from zerocards.game.v1.game_pb2_grpc import GameServiceStub
from zerocards.ops.v1 import ops_pb2 as pb
from zerocards.ops.v1.ops_pb2_grpc import OpsServiceStub

from services.common import config, rpc
from services.common.config import ServiceConfig, Text

_PATIENCE_S = 10
_LARGEST = 16 * 1024 * 1024


class CliConfig(ServiceConfig, frozen=True, kw_only=True):
    """Certificates as every service has them, and where to ask."""

    game_addr: Text = "127.0.0.1:7412"
    """Any game worker's gRPC address; `make run`'s first by default."""


class Operator:
    """Every method raises grpc.aio.AioRpcError."""

    def __init__(self, channel: grpc.aio.Channel, name: str) -> None:
        self._game = GameServiceStub(channel)
        self._ops = OpsServiceStub(channel)
        self._name = name

    async def status(self) -> list[pb.ProcessStatus]:
        return list((await self._ops.GetStatus(pb.GetStatusRequest(), timeout=_PATIENCE_S)).processes)

    async def rooms(self, phase: str, find: str, sort: str, limit: int) -> pb.ListRoomsResponse:
        request = pb.ListRoomsRequest(phase=phase, find=find, sort=sort, limit=limit)
        return await self._ops.ListRooms(request, timeout=_PATIENCE_S)

    async def inspect(self, code: str, lines: int) -> game.InspectResponse:
        request = game.InspectRequest(code=code, operator=self._name, log_lines=lines)
        return await self._game.Inspect(request, timeout=_PATIENCE_S)

    async def close(self, code: str, reason: str) -> bool:
        """Whether there was such a room."""
        request = game.CloseRequest(code=code, operator=self._name, reason=reason)
        return (await self._game.Close(request, timeout=_PATIENCE_S)).closed

    async def kick(self, code: str, seat: str) -> str:
        """The refusal's code; empty when it was done."""
        request = pb.KickPlayerRequest(code=code, seat=seat, operator=self._name)
        return (await self._ops.KickPlayer(request, timeout=_PATIENCE_S)).refusal

    async def drain(self, instances: list[str]) -> list[str]:
        request = pb.DrainRequest(instances=instances, operator=self._name)
        return list((await self._ops.Drain(request, timeout=_PATIENCE_S)).instances)

    async def log_level(self, level: str, instances: list[str]) -> list[str]:
        request = pb.SetLogLevelRequest(instances=instances, level=level, operator=self._name)
        return list((await self._ops.SetLogLevel(request, timeout=_PATIENCE_S)).instances)

    async def replay(self, code: str, number: int) -> game.GetReplayResponse:
        return await self._game.GetReplay(game.GetReplayRequest(code=code, replay=number), timeout=_PATIENCE_S)


@asynccontextmanager
async def operator(name: str = "") -> AsyncIterator[Operator]:
    """As `ZEROCARDS_GAME_ADDR` and `ZEROCARDS_TLS_…` say. Raises CannotStart where certificates cannot be read."""
    settings = config.load(CliConfig)
    options = [("grpc.max_receive_message_length", _LARGEST)]
    async with rpc.channel(settings, settings.game_addr, options) as channel:
        yield Operator(channel, name or _who())


def _who() -> str:
    """In a container the user may be a number and no more."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"
