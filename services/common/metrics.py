"""The metrics that every service exposes. Names begin with `zerocards_`; no room or player is ever a label."""

import platform

from prometheus_client import Counter, Gauge, Info, disable_created_metrics

from services import __version__

# A second series for every counter, which nothing here asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]

BUILD = Info("zerocards_build", "What runs here")
DRAINING = Gauge("zerocards_draining", "1 once the service was told to stop")
TASK_FAILURES = Counter("zerocards_task_failures_total", "Tasks that ended by an exception nobody caught")
NATS_CONNECTED = Gauge("zerocards_nats_connected", "1 while the connection to NATS is up")
NATS_EVENTS = Counter("zerocards_nats_events_total", "What happened to the connection to NATS", ["event"])
NATS_DROPPED = Counter(
    "zerocards_nats_dropped_total", "Messages dropped because a subscription was too slow", ["subject"]
)
NATS_HANDLER_FAILURES = Counter(
    "zerocards_nats_handler_failures_total", "Messages whose handler ended by an exception", ["subject"]
)


def describe(service: str) -> None:
    """Fills in the build information."""
    BUILD.info({"service": service, "version": __version__, "python": platform.python_version()})
