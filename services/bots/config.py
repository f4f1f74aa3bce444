"""What a bots worker is told by its environment."""

from typing import Annotated

from msgspec import Meta

from services.bots.search.budget import DEFAULT_MS
from services.common.config import ServiceConfig

Count = Annotated[int, Meta(ge=1, le=100_000)]


class BotsConfig(ServiceConfig, frozen=True, kw_only=True):
    """`ZEROCARDS_BOTS_…`, besides what every service has."""

    bots_levels: tuple[str, ...] = ("easy", "normal", "hard")
    """The levels this worker plays: hard bots may have workers of their own."""
    bots_pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    """Scales the pause before a move; 0 is none."""
    bots_at_once: Count = 1_000
    """Turns of one level that this worker has in hand; most of them pause."""
    bots_max_ack_pending: Count = 20_000
    """Turns of one level that all workers together have in hand."""
    bots_queue_replicas: Annotated[int, Meta(ge=1, le=5)] = 1
    """NATS servers that hold the work queue; with one it stands still while that server is away."""
    bots_ack_wait_s: Annotated[float, Meta(gt=0, le=60)] = 4.0
    """After so long without a sign of life from its worker a turn goes to another: within 5 s (P4)."""
    bots_patience_s: Annotated[float, Meta(gt=0, le=2.5)] = 2.0
    """How long a command is asked again before its turn goes back to the queue; below the wait above by 1 s."""
    bots_budget_ms: Annotated[float, Meta(gt=0, le=1_000)] = DEFAULT_MS
    """CPU time of one search by a hard bot."""
    bots_processes: Annotated[int, Meta(ge=1, le=64)] = 1
    """Processes that search; each takes a core when it is busy."""
