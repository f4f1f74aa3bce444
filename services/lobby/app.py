"""Wires the lobby service: the feed fills the index, gRPC answers from it, the bus opens rooms."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from zerocards.lobby.v1.lobby_pb2_grpc import add_LobbyServiceServicer_to_server

from services.common import bus, ops, redis, rpc
from services.common.health import Health
from services.common.run import background
from services.common.subjects import LOBBY_CHANGED
from services.lobby.config import LobbyConfig
from services.lobby.feed import Feed
from services.lobby.index import Index
from services.lobby.opening import Opener
from services.lobby.quick import QuickPlay
from services.lobby.rpc import SERVICE, LobbyService


@asynccontextmanager
async def running(config: LobbyConfig, health: Health) -> AsyncIterator[None]:
    async with bus.connected(config, "lobby") as nats, redis.connected(config, "lobby") as store:
        index = Index()
        feed = Feed(index, store, config.reread_s)
        opener = Opener(nats, config.create_s)
        lobby = LobbyService(index, opener, QuickPlay(index, opener, config.quick_ruleset), config.watch_interval_s)

        await nats.subscribe(LOBBY_CHANGED, feed.hear)
        await nats.settled()
        nats.on_reconnect(feed.reread_soon)
        nats.on_drop(lambda _subject: feed.reread_soon())
        health.alive_if("nats", lambda: nats.alive)
        # Not the connections: without them the list as last known is still better than none.
        health.ready_if("index", lambda: feed.complete)

        async with (
            background(feed.keep_reading()),
            ops.obeying(nats, "lobby", health),
            rpc.listening(
                config,
                config.grpc_port,
                lambda server: add_LobbyServiceServicer_to_server(lobby, server),
                SERVICE,
                peers=config.lobby_peers,
            ),
        ):
            yield
            lobby.drain()
