"""What is done to an installation, and what that may excuse."""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass

from tools.chaos.place import GATEWAYS, WORKERS, Link, Place
from tools.chaos.proxy import Proxy
from tools.chaos.worker import POINTS, signal_of

_QUIET_S = 6.0
_COMES_THERE_S = 10.0
_LOOK_S = 0.02


@dataclass
class Happened:
    """One fault, from its first moment until all is as it was."""

    kind: str
    targets: tuple[str, ...]
    since: float
    since_ms: float
    """The wall clock's."""
    until: float = float("inf")
    until_ms: float = float("inf")

    @property
    def worker_died(self) -> bool:
        """One of them, and another was there to take over."""
        return self.kind.startswith(("kill", "die")) and len(self.targets) == 1 and self.targets[0].startswith("game-")

    @property
    def stops_rooms(self) -> bool:
        """With Redis, NATS or every worker gone nothing can be decided or shown: nobody promised that."""
        return bool({"nats", "redis"} & set(self.targets)) or set(WORKERS) <= set(self.targets)

    def __str__(self) -> str:
        return f"{self.kind} {' and '.join(self.targets)}"


@dataclass(frozen=True)
class Fault:
    kind: str
    targets: tuple[str, ...]
    do: Callable[[Place], Awaitable[None]]

    def __str__(self) -> str:
        return f"{self.kind} {' and '.join(self.targets)}"


def menu(place: Place, rng: random.Random) -> list[Fault]:
    """Every fault there is, those that everybody thinks of first; which link or gateway it hits is drawn by lot."""
    links, doors = place.links, place.doors
    to_redis = [link for link in links if link.who in WORKERS and link.to == "redis"]
    to_nats = [link for link in links if link.to == "nats"]
    worker, other = rng.sample(WORKERS, 2)
    gateway = rng.choice(GATEWAYS)
    return [
        _kill(worker),
        *(_die(name, point) for name, point in zip((other, worker, other, worker), rng.sample(POINTS, 4), strict=True)),
        _link("lose answers on", rng.choice(to_redis), Proxy.losing_answers, 1.0),
        _kill(gateway),
        _freeze(other, 3.0),
        _kill("redis"),
        _link("lose answers on", _of(to_nats, gateway), Proxy.losing_answers, 1.0),
        _kill(*WORKERS),
        _link("half-open", rng.choice(to_redis), Proxy.half_open, 3.0),
        _kill("nats"),
        _restart(worker),
        _link("half-open", rng.choice(doors), Proxy.half_open, 4.0),
        _kill("bots"),
        _link("cut", rng.choice(to_nats), Proxy.refusing, 1.0),
        _kill("lobby"),
        _freeze("redis", 1.5),
        _link("slow", rng.choice(links), lambda proxy: proxy.slowed(50_000), 3.0),
        _freeze(rng.choice(GATEWAYS), 3.0),
        _link("delay", rng.choice(links), lambda proxy: proxy.delayed(0.1), 3.0),
        _restart(gateway),
        _link("half-open", rng.choice(to_nats), Proxy.half_open, 3.0),
        _freeze("nats", 2.0),
        _link("slow", rng.choice(doors), lambda proxy: proxy.slowed(20_000), 3.0),
        _restart("bots"),
        _freeze("bots", 3.0),
        _restart("lobby"),
        *(_restart(name) for name in place.workers if name != worker),
        _restart(next(name for name in GATEWAYS if name != gateway)),
    ]


def quiet(faults: Iterable[Happened], at: float) -> bool:
    """Whether nothing is broken, and nothing has been lately: a dead connection is noticed only after seconds."""
    return not any(fault.since <= at <= fault.until + _QUIET_S for fault in faults)


@asynccontextmanager
async def noted(happened: list[Happened], kind: str, targets: Iterable[str]) -> AsyncIterator[None]:
    """Writes down when the body runs."""
    fault = Happened(kind, tuple(targets), time.monotonic(), time.time() * 1000)
    happened.append(fault)
    try:
        yield
    finally:
        fault.until, fault.until_ms = time.monotonic(), time.time() * 1000


def _kill(*names: str) -> Fault:
    async def do(place: Place) -> None:
        for name in names:
            place.stack.kill(name)
        await asyncio.gather(*(place.stack.wait_ready(name) for name in names))

    return Fault("kill", names, do)


def _die(name: str, point: str) -> Fault:
    async def do(place: Place) -> None:
        before = place.stack.pids.get(name)
        place.signal(name, signal_of(point))
        deadline = time.monotonic() + _COMES_THERE_S
        while place.stack.pids.get(name) == before and time.monotonic() < deadline:
            await asyncio.sleep(_LOOK_S)
        await place.stack.wait_ready(name)

    return Fault(f"die {point}", (name,), do)


def _restart(name: str) -> Fault:
    async def do(place: Place) -> None:
        await place.stack.restart(name)

    return Fault("restart", (name,), do)


def _freeze(name: str, seconds: float) -> Fault:
    async def do(place: Place) -> None:
        place.signal(name, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            place.signal(name, signal.SIGCONT)

    return Fault("freeze", (name,), do)


def _link(kind: str, link: Link, fault: Callable[[Proxy], AbstractContextManager[None]], seconds: float) -> Fault:
    async def do(_place: Place) -> None:
        with fault(link.proxy):
            await asyncio.sleep(seconds)

    return Fault(kind, (str(link),), do)


def _of(links: Sequence[Link], who: str) -> Link:
    return next(link for link in links if link.who == who)
