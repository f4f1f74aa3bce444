"""gRPC: a server with the standard health service, bounded connections' age, and a drain; and the way to one."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from services.common import log, tls
from services.common.config import ServiceConfig
from services.common.errors import CannotStart

_LOG = log.get()

MAX_CONNECTION_AGE_S = 30

_OPTIONS = [
    # Clients resolve the name anew when their connection ends: so they find servers that came later.
    ("grpc.max_connection_age_ms", MAX_CONNECTION_AGE_S * 1_000),
    # Longer than any call: a stream that ends itself after the age is never cut.
    ("grpc.max_connection_age_grace_ms", MAX_CONNECTION_AGE_S * 1_000 + 5_000),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.max_receive_message_length", 64 * 1024),
    # Without it a second server on a taken port would quietly share its connections.
    ("grpc.so_reuseport", 0),
]
_MAX_CALLS = 1_000
_GRACE_S = 5

if TYPE_CHECKING:
    _Handler = grpc.RpcMethodHandler[Any, Any] | None

Context = grpc.aio.ServicerContext[Any, Any]


@asynccontextmanager
async def listening(
    config: ServiceConfig,
    port: int,
    add: Callable[[grpc.aio.Server], None],
    service: str,
    *,
    peers: Collection[str],
) -> AsyncIterator[int]:
    """Serves what `add` adds, and health for the full name `service`, while the body runs; yields the port.

    Where gRPC is TLS, only certificates with one of the names `peers` may call; health is for all of the authority's.
    At the end health says so first, calls that run have 5 s to finish. Raises CannotStart if the port is taken.
    """
    credentials = tls.server_credentials(config)
    interceptors = [_Peers(peers)] if credentials else []
    server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=_MAX_CALLS, interceptors=interceptors)
    add(server)
    standing = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(standing, server)
    address = f"{config.host}:{port}"
    try:
        bound = server.add_secure_port(address, credentials) if credentials else server.add_insecure_port(address)
    except RuntimeError as error:
        raise CannotStart(f"cannot listen on {address}: {error}") from error
    await server.start()
    for name in ("", service):
        await standing.set(name, health_pb2.HealthCheckResponse.SERVING)
    _LOG.info("listening", port=bound, grpc=service, tls=credentials is not None)
    try:
        yield bound
    finally:
        await standing.enter_graceful_shutdown()
        await server.stop(_GRACE_S)


def channel(config: ServiceConfig, address: str, options: Sequence[tuple[str, Any]] = ()) -> grpc.aio.Channel:
    """To another service, as this one's configuration says. Raises CannotStart."""
    credentials = tls.channel_credentials(config)
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=options)
    return grpc.aio.secure_channel(address, credentials, options=options)


class _Peers(grpc.aio.ServerInterceptor):
    """Lets those call whose certificate has one of the names given."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = {name.encode() for name in names}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable["_Handler"]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> "_Handler":
        handler = await continuation(handler_call_details)
        if handler is None or handler_call_details.method.startswith("/grpc.health."):
            return handler
        kinds = {
            "request_deserializer": handler.request_deserializer,
            "response_serializer": handler.response_serializer,
        }
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(self._stream(handler.unary_stream), **kinds)
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(self._unary(handler.unary_unary), **kinds)
        raise AssertionError("no service here streams requests")

    def _unary(self, behaviour: Any) -> Any:
        async def checked(request: Any, context: Context) -> Any:
            await self._require(context)
            return await behaviour(request, context)

        return checked

    def _stream(self, behaviour: Any) -> Any:
        async def checked(request: Any, context: Context) -> AsyncIterator[Any]:
            await self._require(context)
            async for response in behaviour(request, context):
                yield response

        return checked

    async def _require(self, context: Context) -> None:
        found = context.auth_context()
        shown = {*found.get("x509_common_name", ()), *found.get("x509_subject_alternative_name", ())}
        if not shown & self._names:
            await context.abort(grpc.StatusCode.PERMISSION_DENIED, "this certificate may not call here")
