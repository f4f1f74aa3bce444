"""What a bots worker counts (docs/metrics.md)."""

from prometheus_client import Counter, Gauge, Histogram

TURNS = Counter("zerocards_bots_turns_total", "Owed actions taken off the queue", ["level", "outcome"])
REFUSALS = Counter("zerocards_bots_refusals_total", "Bots' commands that were refused", ["level", "code"])
DECISION = Histogram(
    "zerocards_bots_decision_seconds",
    "From the views to the commands",
    ["level"],
    buckets=(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2),
)
WAITED = Histogram(
    "zerocards_bots_wait_seconds",
    "From a turn's posting to a worker's taking it",
    ["level"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
ANSWERED = Histogram(
    "zerocards_bots_turn_seconds",
    "From a turn's posting to its answer, the bot's pause included",
    ["level"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10),
)
WAITING = Gauge(
    "zerocards_bots_turns_waiting",
    "Turns that no worker has taken; each counts the same ones",
    ["level"],
)
IN_HAND = Gauge("zerocards_bots_turns_in_hand", "Owed actions that are decided, paused for or sent", ["level"])
UNSEARCHED = Counter("zerocards_bots_unsearched_total", "Turns of hard bots decided without a search", ["why"])
