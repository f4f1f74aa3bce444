"""Puts the gateway together, runs it, and takes it down in order: sockets first, then the lease, then the rest."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

from services.common import bus as buses
from services.common import http as web
from services.common import log, ops
from services.common import redis as stores
from services.common.clock import wall_ms
from services.common.errors import CannotStart
from services.common.fast.websocket import FramesProtocol
from services.common.hasty import hasty
from services.common.health import Health
from services.common.run import background
from services.gateway import lobby as lobbies
from services.gateway.asking import Workers
from services.gateway.config import GatewayConfig
from services.gateway.connections import Connections
from services.gateway.feeds import Feeds
from services.gateway.gateway import Gateway
from services.gateway.http import application
from services.gateway.lease import Lease
from services.gateway.limits import AddressLimits, network
from services.gateway.lobbies import Lobbies
from services.gateway.sessions import Sessions
from services.gateway.spent import SpentTokens

_SEND_BUFFER = 64 * 1024
"""Some twenty updates: what more waits for a reader waits in its outbox, where it is counted."""
_LOG = log.get()


@asynccontextmanager
async def running(config: GatewayConfig, health: Health) -> AsyncIterator[int]:
    """The gateway while the body runs; yields the public port. Leaving it drains."""
    _require_exact(config)
    gateway_id = secrets.token_hex(8)
    async with (
        stores.connected(config, "gateway") as redis,
        buses.connected(config, f"gateway-{gateway_id}") as bus,
        lobbies.connected(config) as lobby,
    ):
        workers = Workers(bus, wall_ms, config.patience_s)
        feeds = Feeds(bus, workers, silence_s=config.silence_s)
        connections = Connections(
            most=config.connections,
            per_address=config.connections_per_address,
            flood_pause_s=config.flood_pause_s,
        )
        spent_tokens = SpentTokens(bus, connections)
        await spent_tokens.listen()
        gateway = Gateway(
            id=gateway_id,
            config=config,
            clock=wall_ms,
            bus=bus,
            workers=workers,
            feeds=feeds,
            sessions=Sessions(redis, days=config.session_days),
            spent_tokens=spent_tokens,
            limits=AddressLimits(redis, config, wall_ms),
            lobby=lobby,
            lobbies=Lobbies(lobby),
            connections=connections,
        )
        lease = Lease(redis, gateway_id)
        await lease.renew()
        health.alive_if("nats", lambda: bus.alive)
        health.ready_if("nats", lambda: bus.connected)
        health.ready_if("redis", lambda: lease.fresh)
        async with (
            background(lease.keep(), feeds.compare()),
            ops.obeying(bus, "gateway", health),
            web.listening(application(gateway, health), config.host, config.port, **_server_options(config)) as port,
        ):
            _LOG.info("listening", port=port, gateway=gateway_id)
            yield port
            await connections.drain(spread_s=config.drain_s / 3)
            await lease.give_up()


@asynccontextmanager
async def gateway(config: GatewayConfig, health: Health) -> AsyncIterator[None]:
    async with running(config, health):
        yield


def _require_exact(config: GatewayConfig) -> None:
    """What would let in more than it says, or nobody, is refused at the start. Raises CannotStart."""
    for origin in config.origins:
        parts = urlsplit(origin)
        bare = f"{parts.scheme}://{parts.netloc}"
        if parts.scheme not in {"http", "https"} or not parts.hostname or "*" in origin or origin.rstrip("/") != bare:
            raise CannotStart(f"ZEROCARDS_ORIGINS: {origin} is no origin like https://0cards.example")
    for proxy in config.trusted_proxies:
        try:
            ip_network(proxy)
        except ValueError as fault:
            raise CannotStart(f"ZEROCARDS_TRUSTED_PROXIES: {fault}") from None


def _server_options(config: GatewayConfig) -> dict[str, Any]:
    return {
        "send_buffer": _SEND_BUFFER,
        "http": hasty(
            request_s=config.request_s,
            # Behind a proxy they are all the proxy's.
            most=0 if config.trusted_proxies else config.pages_per_address,
            place=network,
        ),
        "ws": FramesProtocol if config.fast_sockets else "websockets-sansio",
        "ws_max_size": config.stroke_bytes,
        "ws_per_message_deflate": False,
        "ws_ping_interval": config.ping_s,
        "ws_ping_timeout": config.ping_s,
        "proxy_headers": bool(config.trusted_proxies),
        "forwarded_allow_ips": list(config.trusted_proxies),
        "timeout_graceful_shutdown": 2,
    }
