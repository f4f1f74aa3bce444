"""What the game worker measures. No room and no player is ever a label."""

import time

from prometheus_client import Counter, Gauge, Histogram

COMMANDS = Counter("zerocards_commands_total", "Commands answered", ["kind", "result"])
CONFLICTS = Counter("zerocards_commit_conflicts_total", "Commits that found another version and were decided again")
REPEATED = Counter("zerocards_commands_repeated_total", "Commands that had been applied before, answered alike (P1)")
UNKNOWN = Counter("zerocards_commit_unknown_total", "Commits without an answer, by what reading back showed", ["found"])
BUGS = Counter("zerocards_bugs_total", "Commands that failed for a reason that is ours", ["kind"])
PASSED_ON = Counter("zerocards_passed_on_total", "Requests for rooms of a newer schema, passed on", ["kind"])
TOO_LATE = Counter("zerocards_not_begun_total", "Requests nobody waited for any more")
UNPUBLISHED = Counter("zerocards_unpublished_total", "Messages after a commit that NATS did not take", ["subject"])
BOT_TURNS = Counter("zerocards_bot_turns_total", "Bot turns posted to the work queue", ["result"])
JOBS = Gauge("zerocards_queue_jobs", "Jobs waiting or running")
LATE = Histogram(
    "zerocards_deadline_late_seconds",
    "From a room's deadline to the decision",
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 60),
)

_STAGES = ("queue", "load", "decide", "commit", "publish")
_STAGE = Histogram(
    "zerocards_stage_seconds",
    "Where a command's time goes",
    ["stage"],
    buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
_BY_STAGE = {stage: _STAGE.labels(stage) for stage in _STAGES}


def stage(name: str, since: float) -> float:
    """Books the time since `since` (perf_counter) on a stage; returns the time now, the next stage's start."""
    now = time.perf_counter()
    _BY_STAGE[name].observe(now - since)
    return now
