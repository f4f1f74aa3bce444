"""Plays for clients: whatever their views allow, one command at a time, as the web client would."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.e2e.client import Client

_FAULTS = frozenset(
    {"bad_command", "duplicate", "internal", "not_found", "not_seated", "overloaded", "rate_limited", "unknown_command"}
)
"""What is refused with these should never have been, nor should `unavailable` while everything runs."""
_AGAIN_S = 0.5
_THINK_S = 0.03
"""What a player leaves to the others on this machine, where one of them has to start again."""


@asynccontextmanager
async def playing(*clients: Client, for_ever: bool = False, through_faults: bool = False) -> AsyncIterator[None]:
    """They play while the body runs; `for_ever`: round after round. `through_faults`: and reconnect."""
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(_play(client, random.Random(seat), for_ever=for_ever, through_faults=through_faults))
            for seat, client in enumerate(clients)
        ]
        if through_faults:
            tasks += [group.create_task(client.stay()) for client in clients]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()


async def _play(client: Client, rng: random.Random, *, for_ever: bool, through_faults: bool) -> None:
    tolerated = {"unavailable"} if through_faults else set()
    while True:
        looked_at = client.seen.version
        command = client.seen.choice(rng, between_rounds=for_ever)
        if command is not None:
            if through_faults:
                await asyncio.sleep(_THINK_S)
            reply = await client.ask(command=command)
            code = reply.refusal.code
            assert code not in _FAULTS | {"unavailable"} - tolerated, f"{client.name}: {command} is refused: {code}"
            looked_at = max(looked_at, reply.version - 1)
        # A refusal by a hair's breadth brings no update of its own, so it is not waited for for ever.
        await client.shown_more(looked_at, at_most_s=_AGAIN_S)
