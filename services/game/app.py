"""Wires the game worker: NATS, gRPC and the timers fill the rooms' queues, the handler empties them."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from zerocards.game.v1.game_pb2_grpc import add_GameServiceServicer_to_server
from zerocards.ops.v1.ops_pb2_grpc import add_OpsServiceServicer_to_server

from services.common import bus, ops, redis, rpc
from services.common.clock import wall_ms
from services.common.health import Health
from services.common.run import background
from services.game.bot_turns import BotTurns
from services.game.census import Census
from services.game.config import GameConfig
from services.game.consumer import Consumer
from services.game.dispatch import Dispatch
from services.game.handler import Handler
from services.game.ops_rpc import OpsService
from services.game.pipelined import Pipelined
from services.game.publisher import Publisher
from services.game.queues import RoomQueues
from services.game.rpc import SERVICE, GameService
from services.game.store import Store
from services.game.syncing import Sync
from services.game.timers import Deadlines, Gateways

_DAY_MS = 24 * 3_600 * 1_000
_BOT_TURNS = 4_096
_ACK_S = 2


@asynccontextmanager
async def running(config: GameConfig, health: Health) -> AsyncIterator[None]:
    async with bus.connected(config, "game") as nats, redis.connected(config, "game") as client:
        health.alive_if("nats", lambda: nats.alive)
        health.ready_if("nats", lambda: nats.connected)
        pipelined = Pipelined(client.connection_pool)
        store = Store(
            client,
            pipelined,
            life_ms=round(config.game_room_days * _DAY_MS),
            log_life_ms=round(config.game_replay_days * _DAY_MS),
        )
        bot_turns = BotTurns(nats.jetstream(), most=_BOT_TURNS, ack_s=_ACK_S)
        queues = RoomQueues(
            runners=config.game_rooms_at_once, per_room=config.game_queue_per_room, total=config.game_queue
        )
        deadlines = Deadlines(pipelined.execute, every_ms=round(config.game_deadlines_every_s * 1000), clock=wall_ms)
        health.ready_if("redis", lambda: deadlines.readable)
        handler = Handler(store, Publisher(nats, bot_turns), entropy=os.urandom, expect=deadlines.expect)
        dispatch = Dispatch(handler, wall_ms)
        consumer = Consumer(nats, queues, dispatch)
        gateways = Gateways(client, every_ms=round(config.game_gateways_every_s * 1000))
        sync = Sync(nats, store)
        service = GameService(nats, queues, dispatch, store)

        def add(server: grpc.aio.Server) -> None:
            add_GameServiceServicer_to_server(service, server)
            add_OpsServiceServicer_to_server(OpsService(nats, client, service, wall_ms), server)

        # Left from the inside out: first nothing comes in any more, then what is queued is done, then told.
        async with background(pipelined.run(), queues.run(), bot_turns.run()):
            async with (
                background(deadlines.run(consumer.due), gateways.run(consumer.lost), Census(client, wall_ms).run()),
                ops.obeying(nats, "game", health),
                consumer.listening(),
                sync.listening(),
                rpc.listening(
                    config,
                    config.grpc_port,
                    add,
                    SERVICE,
                    peers=config.game_peers,
                ),
            ):
                yield
            await queues.drain()
            await bot_turns.drain()
