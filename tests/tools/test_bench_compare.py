"""Runs are compared figure by figure; the rest of them does not matter."""

import os

from tools.bench.compare import pairs, table
from tools.bench.cores import pinned, split

THEN = {"p50_ms": 2.0, "cpu_us_per_move": {"total": 400, "gone": 3}, "ruleset": "mercy", "errors": 0}
NOW = {"p50_ms": 1.0, "cpu_us_per_move": {"total": 300, "new": 9}, "ruleset": "zerocards", "errors": 0, "apart": True}


def test_numbers_that_both_have() -> None:
    assert list(pairs(THEN, NOW)) == [("p50_ms", 2.0, 1.0), ("cpu_us_per_move.total", 400, 300), ("errors", 0, 0)]


def test_changes_are_shares_of_what_was() -> None:
    assert list(table(THEN, NOW).columns[3].cells) == ["-50.0 %", "-25.0 %", ""]


def test_what_is_started_while_pinned_stays_there() -> None:
    before = os.sched_getaffinity(0)
    with pinned(split().servers):
        assert os.sched_getaffinity(0) == split().servers
    assert os.sched_getaffinity(0) == before
