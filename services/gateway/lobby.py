"""The lobby service as a client sees it: refusals as `Refused`, an outage as the refusal `unavailable`."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

import grpc
from zerocards.lobby.v1 import lobby_pb2, lobby_pb2_grpc

from services.common import rpc
from services.common.codes import Code, is_code
from services.gateway.answers import Refused, refusal_from
from services.gateway.config import GatewayConfig

_SERVICE_CONFIG = {
    "methodConfig": [
        {
            "name": [{"service": "zerocards.lobby.v1.LobbyService"}],
            "waitForReady": True,
            # Every call may be repeated: rooms are opened under codes picked here (P1).
            "retryPolicy": {
                "maxAttempts": 5,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}
_OPTIONS = [
    ("grpc.service_config", json.dumps(_SERVICE_CONFIG)),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
]


class Lobby:
    """Made by `connected`. Every method raises Refused."""

    def __init__(self, channel: grpc.aio.Channel, patience_s: float) -> None:
        self._stub = lobby_pb2_grpc.LobbyServiceStub(channel)
        self._patience_s = patience_s

    async def create(self, code: Code, ruleset: str, settings: Mapping[str, str]) -> Code:
        request = lobby_pb2.CreateRoomRequest(code=code, ruleset=ruleset, settings=settings)
        with _outage_as_refusal():
            return _opened(await self._stub.CreateRoom(request, timeout=self._patience_s))

    async def quick_play(self, code: Code, ruleset: str) -> Code:
        """`code` is used if a room must be opened."""
        request = lobby_pb2.QuickPlayRequest(ruleset=ruleset, code=code)
        with _outage_as_refusal():
            return _opened(await self._stub.QuickPlay(request, timeout=self._patience_s))

    async def list(self, request: lobby_pb2.ListRoomsRequest) -> lobby_pb2.ListRoomsResponse:
        with _outage_as_refusal():
            return await self._stub.ListRooms(request, timeout=self._patience_s)

    async def watch(self, ruleset: str, query: str) -> AsyncIterator[lobby_pb2.WatchRoomsResponse]:
        """Ends when the service ends it."""
        request = lobby_pb2.WatchRoomsRequest(ruleset=ruleset, query=query)
        with _outage_as_refusal():
            async for response in self._stub.WatchRooms(request):
                yield response


@asynccontextmanager
async def connected(config: GatewayConfig) -> AsyncIterator[Lobby]:
    """Dials when first asked, and again after every loss."""
    async with rpc.channel(config, config.lobby_addr, _OPTIONS) as channel:
        yield Lobby(channel, config.patience_s)


def _opened(response: lobby_pb2.CreateRoomResponse | lobby_pb2.QuickPlayResponse) -> Code:
    if response.HasField("refusal"):
        raise refusal_from(response.refusal)
    if not is_code(response.code):
        raise Refused("internal")
    return response.code


@contextmanager
def _outage_as_refusal() -> Iterator[None]:
    try:
        yield
    except grpc.aio.AioRpcError as error:
        if error.code() is grpc.StatusCode.INVALID_ARGUMENT:
            raise Refused("bad_command") from error
        raise Refused("unavailable", retry_after_ms=2_000) from error
