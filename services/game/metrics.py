"""What the game worker measures (docs/metrics.md). No room and no player is ever a label.

Labels' values that alerts wait for are there from the start: a counter that appears at 1 has not risen.
"""

import time

from prometheus_client import Counter, Gauge, Histogram

from services.common import traces
from services.common.tally import Spreads, Tally

COMMANDS = Tally("zerocards_game_commands_total", "Commands answered", ["kind", "result"])
CONFLICTS = Tally("zerocards_game_conflicts_total", "Commits that found another version and were decided again")
REPEATED = Counter("zerocards_game_repeated_total", "Commands that had been applied before, answered alike (P1)")
UNKNOWN = Counter(
    "zerocards_game_unknown_outcomes_total", "Commits without an answer, by what reading back showed", ["found"]
)
BUGS = Counter("zerocards_game_bugs_total", "Commands that failed for a reason that is ours; the log says which")
PASSED_ON = Counter("zerocards_game_passed_on_total", "Requests for rooms of a newer schema, passed on", ["kind"])
TOO_LATE = Counter("zerocards_game_not_begun_total", "Requests nobody waited for any more")
UNPUBLISHED = Counter("zerocards_game_unpublished_total", "Messages after a commit that NATS did not take", ["subject"])
BOT_TURNS = Counter("zerocards_game_bot_turns_total", "Bot turns posted to the work queue", ["result"])
JOBS = Gauge("zerocards_game_jobs", "Requests in the rooms' queues", ["state"])
RUNNERS = Gauge("zerocards_game_runners", "Rooms that can be in hand at the same time")
BUSY = Tally("zerocards_game_busy_seconds_total", "Time that rooms were in hand, added up over the runners")
ROOMS = Gauge("zerocards_game_rooms", "Rooms in Redis; every worker counts the same ones", ["phase"])
DEADLINES = Gauge("zerocards_game_deadlines", "Deadlines in Redis; every worker counts the same ones", ["state"])
LATE = Histogram(
    "zerocards_game_deadline_late_seconds",
    "From a room's deadline to the decision",
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 60),
)
_STAGE = Spreads(
    "zerocards_game_stage_seconds",
    "Where a command's time goes",
    "stage",
    ("queue", "load", "decide", "commit", "publish"),
    (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
for _found in ("in", "not_in", "nothing"):
    UNKNOWN.labels(_found)
for _result in ("posted", "lost"):
    BOT_TURNS.labels(_result)


def stage(name: str, since: float) -> float:
    """Books the time since `since` (perf_counter) on a stage; returns the time now, the next stage's start."""
    now = time.perf_counter()
    _STAGE.by[name].observe(now - since)
    if traces.on and name != "queue":  # which is over before the command's own span is there
        traces.stage(name, since, now)
    return now
