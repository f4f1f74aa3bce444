"""A service's life: configuration, logs, health port, start, the wait for a signal, the drain within its time."""

import asyncio
import gc
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, NoReturn, TypeVar

import uvloop

from services.common import config, log, metrics, traces
from services.common.config import ServiceConfig
from services.common.errors import CannotStart
from services.common.health import Health, answering

C = TypeVar("C", bound=ServiceConfig)
Service = Callable[[C, Health], AbstractAsyncContextManager[None]]
"""Entering starts the service, leaving drains it."""

_LOG = log.get()
_AFTER_CANCEL_S = 2
_YOUNG = 10_000
"""New objects between two collections of the young."""
_HEARD_S = 0.5
"""More than a loop needs for its last words once it has heard that it should end."""


def serve(name: str, kind: type[C], service: Service[C]) -> NoReturn:
    """The whole of a service's `__main__`. Exit codes: 0 drained, 1 failed or not drained in time, 2 misconfigured."""
    settings = config.load(kind)
    log.configure(name, settings)
    metrics.describe(name)
    try:
        traces.configure(name, settings)
    except CannotStart as reason:
        _LOG.critical("cannot start", reason=str(reason))
        sys.exit(1)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        code = runner.run(live(settings, service))
    sys.exit(code)


async def live(settings: C, service: Service[C]) -> int:
    """From start to drain; returns the exit code."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_unhandled)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    health = Health()
    life = asyncio.create_task(_life(settings, service, health, stop))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({life, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not health.started:
        life.cancel()
    await asyncio.wait({life}, timeout=settings.drain_s)
    if not life.done():
        _LOG.error("not drained in time", drain_s=settings.drain_s)
        life.cancel()
        await asyncio.wait({life}, timeout=_AFTER_CANCEL_S)
        return 1
    return _outcome(life)


@asynccontextmanager
async def background(*loops: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Runs `loops` beside the body. One that fails takes the service down; leaving the body ends them."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(loop) for loop in loops]
        try:
            yield
        finally:
            await _ended(tasks)


async def _ended(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancels until it is heard: `asyncio.wait_for` of Python 3.11, by which redis-py and nats-py send and wait, loses
    a cancellation that comes in the moment in which it is done (mended in 3.12).
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_HEARD_S)


async def _life(settings: C, service: Service[C], health: Health, stop: asyncio.Event) -> None:
    async with (
        answering(health, settings.host, settings.metrics_port),
        background(metrics.watch_loop()),
        service(settings, health),
    ):
        health.start()
        _settle_memory()
        _LOG.info("started", metrics_port=settings.metrics_port)
        await stop.wait()
        _LOG.info("draining")
        health.drain()
    _LOG.info("stopped")


def _settle_memory() -> None:
    """What the start has made stays for the service's life, so no collection needs to look at it.

    A look at all of it takes tens of ms, in which nobody is answered. And a collection of the young after every 700 new
    objects, which is the default, comes every few commands and finds little: what a command makes dies with it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 10, 10)


def _outcome(life: asyncio.Task[None]) -> int:
    if life.cancelled():
        _LOG.info("stopped before it had started")
        return 0
    match life.exception():
        case None:
            return 0
        case (CannotStart() as reason) | BaseExceptionGroup(exceptions=[CannotStart() as reason]):
            _LOG.critical("cannot start", reason=str(reason))
        case error:
            _LOG.critical("failed", exc_info=error)
    return 1


def _unhandled(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    metrics.TASK_FAILURES.inc()
    _LOG.error("unhandled", what=context.get("message"), exc_info=context.get("exception"))
