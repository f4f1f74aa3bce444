"""What operators ask of every process, over NATS: how are you, log more, end. Any game worker asks it for them."""

import asyncio
import os
import platform
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from google.protobuf.message import DecodeError
from prometheus_client import REGISTRY
from zerocards.ops.v1 import ops_pb2 as pb

from services import __version__
from services.common import log, subjects
from services.common.arrived import Arrived
from services.common.bus import Bus
from services.common.clock import wall_ms
from services.common.health import Health

FIGURES = (
    "zerocards_game_commands_total",
    "zerocards_game_jobs",
    "zerocards_gateway_connections",
    "zerocards_gateway_rooms",
    "zerocards_gateway_updates_total",
    "zerocards_lobby_rooms",
    "zerocards_bots_turns_total",
    "zerocards_bots_turns_in_hand",
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
)
"""What a status tells of the metrics."""
_ANSWERS_S = 0.5
_LOG = log.get()


@asynccontextmanager
async def obeying(bus: Bus, service: str, health: Health) -> AsyncIterator[None]:
    """Answers orders while the body runs."""
    process = _Process(bus, service, health)
    subscription = await bus.subscribe(subjects.OPS, process.obey)
    try:
        yield
    finally:
        # With the connection gone the subscription is gone too.
        if bus.connected:
            await subscription.unsubscribe()


async def give(bus: Bus, order: pb.Order) -> list[pb.ProcessStatus]:
    """Gives an order to all processes that it is meant for; how each of them is, of those that answer in time."""
    inbox = bus.client.new_inbox()
    answers = await bus.client.subscribe(inbox)
    try:
        await bus.publish(subjects.OPS, order.SerializeToString(), reply=inbox)
        heard: list[pb.ProcessStatus] = []
        try:
            async with asyncio.timeout(_ANSWERS_S):
                async for message in answers.messages:
                    heard.append(pb.ProcessStatus.FromString(message.data))  # noqa: PERF401  what came counts
        except TimeoutError:
            pass
        return sorted(heard, key=lambda status: (status.service, status.instance))
    finally:
        await answers.unsubscribe()


class _Process:
    def __init__(self, bus: Bus, service: str, health: Health) -> None:
        self._bus = bus
        self._service = service
        self._health = health
        self._instance = f"{service}-{platform.node().replace('.', '-')}-{os.getpid()}"
        self._started_ms = wall_ms()

    async def obey(self, message: Arrived) -> None:
        try:
            order = pb.Order.FromString(message.data)
        except DecodeError:
            return
        if not self._meant(order.instances):
            return
        match order.WhichOneof("order"):
            case "drain":
                _LOG.warning("told to drain", operator=order.operator)
                signal.raise_signal(signal.SIGTERM)
            case "log_level":
                log.set_level(order.log_level.level)
                _LOG.warning("log level changed", level=order.log_level.level, operator=order.operator)
            case None:
                return  # of a newer contract
        await self._bus.publish(message.reply, self._status().SerializeToString())

    def _meant(self, instances: Sequence[str]) -> bool:
        return not instances or self._instance in instances or self._service in instances

    def _status(self) -> pb.ProcessStatus:
        return pb.ProcessStatus(
            instance=self._instance,
            service=self._service,
            version=__version__,
            started_ms=self._started_ms,
            draining=self._health.draining,
            checks=self._health.ready,
            figures=_figures(),
            log_level=log.level(),
        )


def _figures() -> dict[str, float]:
    found: dict[str, float] = {}
    for family in REGISTRY.collect():
        for sample in family.samples:
            if sample.name in FIGURES:
                found[sample.name] = found.get(sample.name, 0) + sample.value
    return found
