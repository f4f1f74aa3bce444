"""Which cores the servers may use and which the clients, so that neither is measured with the other."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Cores:
    servers: frozenset[int]
    clients: frozenset[int]

    @property
    def apart(self) -> bool:
        return self.servers.isdisjoint(self.clients)


def split() -> Cores:
    """One core for the servers, one for the clients; on a machine with a single core both share it."""
    ours = sorted(os.sched_getaffinity(0))
    return Cores(servers=frozenset(ours[:1]), clients=frozenset(ours[1:2] or ours[:1]))


@contextmanager
def pinned(cores: frozenset[int]) -> Iterator[None]:
    """What is started in the body, threads and processes, stays on these cores for its life."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
