"""Wires a bots worker together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from services.bots.config import BotsConfig
from services.bots.consumer import Consumer
from services.bots.levels import LEVELS
from services.bots.thinking import Think, Thinkers, at_once
from services.common import bus as buses
from services.common import ops
from services.common.errors import CannotStart
from services.common.health import Health
from services.common.run import background


@asynccontextmanager
async def service(config: BotsConfig, health: Health) -> AsyncIterator[None]:
    """Plays while the body runs, then answers what is in hand."""
    if unknown := set(config.bots_levels) - LEVELS.keys():
        raise CannotStart(f"no such level (ZEROCARDS_BOTS_LEVELS): {', '.join(sorted(unknown))}")
    async with AsyncExitStack() as stack:
        bus = await stack.enter_async_context(buses.connected(config, "bots"))
        health.alive_if("nats", lambda: bus.alive)
        health.ready_if("nats", lambda: bus.connected)
        await stack.enter_async_context(ops.obeying(bus, "bots", health))
        think = {"hard": await _thinkers(config, stack)} if "hard" in config.bots_levels else {}
        consumers = [Consumer(bus, level, config, think.get(level, at_once)) for level in config.bots_levels]
        for consumer in consumers:
            await consumer.prepare()
            stack.push_async_callback(consumer.finish)
        await stack.enter_async_context(
            background(*(loop for consumer in consumers for loop in (consumer.run(), consumer.count())))
        )
        yield


async def _thinkers(config: BotsConfig, stack: AsyncExitStack) -> Think:
    thinkers = Thinkers(config.bots_processes, config.bots_budget_ms)
    stack.callback(thinkers.stop)
    await thinkers.start()
    return thinkers.think
