"""What is counted on a move's path reads in Prometheus' format as if the client library had counted it."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest

from services.common.tally import Spreads, Tally

BOUNDS = (0.001, 0.25, 1)
_NUMBERS = count(1)

Make = Callable[..., Any]


@pytest.fixture
def made() -> Iterator[Make]:
    """Makes a metric that is forgotten after the test."""
    metrics = []

    def make(kind: type, *arguments: object) -> Any:
        metrics.append(kind(*arguments))
        return metrics[-1]

    yield make
    for metric in metrics:
        REGISTRY.unregister(metric)


def lines(registry: CollectorRegistry, name: str) -> list[str]:
    return sorted(line for line in generate_latest(registry).decode().splitlines() if name in line)


def test_a_tally_reads_as_a_counter(made: Make) -> None:
    name = f"test_{next(_NUMBERS)}_total"
    registry = CollectorRegistry()
    theirs, ours = (
        Counter(name, "about", ["kind", "result"], registry=registry),
        made(Tally, name, "about", ["kind", "result"]),
    )
    for values in [("play", "accepted"), ("play", "accepted"), ("draw", "too_late")]:
        theirs.labels(*values).inc()
        ours.inc(*values)
    assert lines(REGISTRY, name) == lines(registry, name)


def test_a_tally_without_labels_is_there_from_the_start_and_adds_amounts(made: Make) -> None:
    name = f"test_{next(_NUMBERS)}_total"
    registry = CollectorRegistry()
    theirs, ours = Counter(name, "about", registry=registry), made(Tally, name, "about")
    assert lines(REGISTRY, name) == lines(registry, name)
    theirs.inc(0.5)
    ours.add(0.5)
    assert lines(REGISTRY, name) == lines(registry, name)


def test_spreads_read_as_a_histogram(made: Make) -> None:
    name = f"test_{next(_NUMBERS)}_seconds"
    registry = CollectorRegistry()
    theirs = Histogram(name, "about", ["stage"], buckets=BOUNDS, registry=registry)
    ours = made(Spreads, name, "about", "stage", ("load", "commit"), BOUNDS)
    theirs.labels("load"), theirs.labels("commit")
    # On a bound, between two, above all of them.
    for value in (0.001, 0.0011, 0.25, 0.5, 7.0):
        theirs.labels("load").observe(value)
        ours.by["load"].observe(value)
    assert lines(REGISTRY, name) == lines(registry, name)
