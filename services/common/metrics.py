"""The metrics that every service exposes (docs/metrics.md). No room or player is ever a label."""

import asyncio
import platform
import time

from prometheus_client import Counter, Gauge, Histogram, Info, disable_created_metrics

from services import __version__

# A second series for every counter, which nothing here asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]

BUILD = Info("zerocards_build", "What runs here")
READY = Gauge("zerocards_ready", "1 while what readiness asks for is there", ["check"])
DRAINING = Gauge("zerocards_draining", "1 once the service was told to stop")
TASK_FAILURES = Counter("zerocards_task_failures_total", "Tasks that ended by an exception nobody caught")
NATS_CONNECTED = Gauge("zerocards_nats_connected", "1 while the connection to NATS is up")
NATS_EVENTS = Counter("zerocards_nats_events_total", "What happened to the connection to NATS", ["event"])
NATS_DROPPED = Counter(
    "zerocards_nats_dropped_total", "Messages dropped because a subscription was too slow", ["subject"]
)
NATS_UNREADABLE = Counter("zerocards_nats_unreadable_total", "Messages that are none of the contract's", ["subject"])
NATS_HANDLER_FAILURES = Counter(
    "zerocards_nats_handler_failures_total", "Messages whose handler ended by an exception", ["subject"]
)
REDIS_CONNECTS = Counter("zerocards_redis_connects_total", "Connections to Redis opened, the first ones too")
LOOP_LATE = Histogram(
    "zerocards_loop_late_seconds",
    "How late the event loop wakes who asked to be woken",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
_LOOK_S = 0.25


def describe(service: str) -> None:
    """Fills in the build information."""
    BUILD.info({"service": service, "version": __version__, "python": platform.python_version()})


async def watch_loop() -> None:
    """Until it is cancelled: what keeps the loop from waking this keeps everybody's work waiting as long."""
    while True:
        due = time.perf_counter() + _LOOK_S
        await asyncio.sleep(_LOOK_S)
        LOOP_LATE.observe(max(time.perf_counter() - due, 0))
