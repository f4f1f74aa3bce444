"""What a bots worker counts."""

from prometheus_client import Counter, Gauge, Histogram

TURNS = Counter("zerocards_bots_turns_total", "Owed actions taken off the queue", ["level", "outcome"])
REFUSALS = Counter("zerocards_bots_refusals_total", "Bots' commands that were refused", ["level", "code"])
DECISION = Histogram(
    "zerocards_bots_decision_seconds",
    "From the views to the commands",
    ["level"],
    buckets=(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2),
)
IN_HAND = Gauge("zerocards_bots_turns_in_hand", "Owed actions that are decided, paused for or sent", ["level"])
UNSEARCHED = Counter("zerocards_bots_unsearched_total", "Turns of hard bots decided without a search", ["why"])
