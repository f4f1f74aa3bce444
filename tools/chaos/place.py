"""The installation under fire: every way from one process to another leads through a proxy."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.chaos.proxy import HOST, Proxy, listening
from tools.dev import Options, Stack

WORKERS = ("game-1", "game-2")
GATEWAYS = ("gateway", "gateway-2")
_WORKER_NEEDS = ("nats", "redis")
_NEEDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(GATEWAYS, ("nats", "redis", "lobby")),
    "lobby": ("nats", "redis"),
    "bots": ("nats",),
}
_WORKER = "tools.chaos.worker"
ENVIRONMENT: Mapping[str, str] = {
    "ZEROCARDS_CONNECTIONS_PER_ADDRESS": "0",
    "ZEROCARDS_ROOMS_PER_HOUR": "0",
    "ZEROCARDS_MISSES_PER_MINUTE": "0",
    "ZEROCARDS_MESSAGES_PER_S": "1000",
    "ZEROCARDS_MESSAGE_BURST": "1000",
    "ZEROCARDS_BOTS_PACE": "0.05",
}


@dataclass(frozen=True)
class Link:
    """The way of one process to another."""

    who: str
    to: str
    proxy: Proxy

    def __str__(self) -> str:
        return f"{self.who} → {self.to}"


@dataclass(frozen=True)
class Place:
    stack: Stack
    links: tuple[Link, ...]
    doors: tuple[Link, ...]
    """From the players to each of GATEWAYS."""
    workers: tuple[str, ...]

    def signal(self, name: str, number: int) -> None:
        """To a child that may be dead at the moment."""
        pid = self.stack.pids.get(name)
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    @property
    def urls(self) -> list[str]:
        """Where players connect to."""
        return [f"ws://{HOST}:{door.proxy.port}/ws" for door in self.doors]


@asynccontextmanager
async def running(
    data: Path, *, workers: Sequence[str] = WORKERS, planted: Mapping[str, str] | None = None
) -> AsyncIterator[Place]:
    """Game workers, two gateways and the rest; `planted` is what is wrong with which worker."""
    all_needs = {**dict.fromkeys(workers, _WORKER_NEEDS), **_NEEDS}
    async with AsyncExitStack() as exits:
        links = [
            Link(who, to, await exits.enter_async_context(listening()))
            for who, needs in all_needs.items()
            for to in needs
        ]
        doors = [Link("players", gateway, await exits.enter_async_context(listening())) for gateway in GATEWAYS]
        told = {who: {_variable(link.to): _address(link) for link in links if link.who == who} for who in all_needs}
        for name, what in (planted or {}).items():
            told[name]["ZEROCARDS_CHAOS_PLANTED"] = what
        options = Options(
            data_dir=data,
            ports_base=None,
            game_workers=len(workers),
            gateways=len(GATEWAYS),
            env=ENVIRONMENT,
            env_of=told,
            modules=dict.fromkeys(workers, _WORKER),
        )
        stack = Stack(options)
        ports = stack.wiring.ports
        servers = {"nats": ports.nats, "redis": ports.redis, "lobby": ports.grpc("lobby")}
        for link in links:
            link.proxy.target = (HOST, servers[link.to])
        for door in doors:
            door.proxy.target = (HOST, ports.public(door.to))
        async with stack:
            place = Place(stack, tuple(links), tuple(doors), tuple(workers))
            try:
                yield place
            finally:
                for name in stack.pids:
                    place.signal(name, signal.SIGCONT)
                await asyncio.sleep(0)


def _variable(to: str) -> str:
    return {"nats": "ZEROCARDS_NATS_URL", "redis": "ZEROCARDS_REDIS_URL", "lobby": "ZEROCARDS_LOBBY_ADDR"}[to]


def _address(link: Link) -> str:
    where = f"{HOST}:{link.proxy.port}"
    return {"nats": f"nats://{where}", "redis": f"redis://{where}/0", "lobby": where}[link.to]
