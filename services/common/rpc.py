"""A gRPC server with the standard health service, bounded connections' age, and a drain."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from services.common import log
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


@asynccontextmanager
async def listening(
    host: str, port: int, add: Callable[[grpc.aio.Server], None], service: str, *, grace_s: float = 5
) -> AsyncIterator[int]:
    """Serves what `add` adds, and health for the full name `service`, while the body runs; yields the port.

    At the end health says so first, calls that run have `grace_s` to finish. Raises CannotStart if the port is taken.
    """
    server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=_MAX_CALLS)
    add(server)
    standing = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(standing, server)
    try:
        bound = server.add_insecure_port(f"{host}:{port}")
    except RuntimeError as error:
        raise CannotStart(f"cannot listen on {host}:{port}: {error}") from error
    await server.start()
    for name in ("", service):
        await standing.set(name, health_pb2.HealthCheckResponse.SERVING)
    _LOG.info("listening", port=bound, grpc=service)
    try:
        yield bound
    finally:
        await standing.enter_graceful_shutdown()
        await server.stop(grace_s)
