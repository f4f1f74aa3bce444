"""One whole installation for all end-to-end tests, and the people who play on it."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio

from tests.e2e.client import Client
from tools.dev import Options, Stack

_ENVIRONMENT = {
    # Bots and players here think fast; what the limits are for, others test.
    "ZEROCARDS_BOTS_PACE": "0",
    "ZEROCARDS_MESSAGES_PER_S": "1000",
    "ZEROCARDS_MESSAGE_BURST": "1000",
    "ZEROCARDS_ROOMS_PER_HOUR": "0",
    "ZEROCARDS_TALK_COOLDOWN_S": "0.5",
}

STILL = {"turn_timer_s": "0"}
"""In a classic game with these settings nothing happens by itself."""

People = Callable[..., Awaitable[list[Client]]]


class Seated(Protocol):
    """Opens a room, seats people and bots in it; the first of them is host."""

    async def __call__(
        self, *names: str, ruleset: str = ..., bots: int = ..., settings: Mapping[str, str] = ...
    ) -> list[Client]: ...


@dataclass(frozen=True)
class Elsewhere:
    """An installation that somebody else has started: it can be played on, not broken."""

    url: str


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack | Elsewhere]:
    """NATS, Valkey, two game workers, lobby, bots and gateway, each a process of its own; or ZEROCARDS_E2E_URL."""
    if given := os.environ.get("ZEROCARDS_E2E_URL"):
        yield Elsewhere(given)
        return
    data = tmp_path_factory.mktemp("stack")
    # Services that are started again and again should not be compiled each time, whatever the machine's habits.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(data / "compiled")}
    # `make verify` plays all of this again where three servers share each part.
    cluster = bool(os.environ.get("ZEROCARDS_TEST_CLUSTER"))
    async with Stack(Options(data_dir=data, ports_base=None, env=_ENVIRONMENT | compiled, cluster=cluster)) as stack:
        yield stack
    # A refusal is none, nor is an outage.
    assert not (bugs := _bugs(stack.logs)), "\n".join(bugs)


@pytest_asyncio.fixture(loop_scope="package")
async def people(stack: Stack) -> AsyncIterator[People]:
    """Connects players by their names. In the end nobody may have missed a version or seen one twice."""
    everybody: list[Client] = []

    async def come(*names: str) -> list[Client]:
        clients = [Client(stack.url, name) for name in names]
        everybody.extend(clients)
        await asyncio.gather(*(client.connect() for client in clients))
        return clients

    yield come
    await asyncio.gather(*(client.drop() for client in everybody))
    for client in everybody:
        client.assert_read_all()


@pytest_asyncio.fixture(loop_scope="package")
async def seated(people: People) -> Seated:
    async def sit(
        *names: str, ruleset: str = "classic108", bots: int = 0, settings: Mapping[str, str] = STILL
    ) -> list[Client]:
        host, *guests = clients = await people(*names)
        await host.create(ruleset, settings)
        for guest in guests:
            await guest.enter(host.code)
        for _ in range(bots):
            await host.command("bot", level="normal")
        return clients

    return sit


def _bugs(logs: Path) -> list[str]:
    """What the services logged as errors."""
    lines = (
        line
        for log in logs.glob("*.log")
        if not log.stem.startswith(("nats", "redis", "sentinel"))
        for line in log.read_text().splitlines()
    )
    return [line for line in lines if line.startswith("{") and json.loads(line)["level"] in {"error", "critical"}]
