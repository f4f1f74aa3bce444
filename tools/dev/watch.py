"""Starts again what died, later each time it dies soon."""

import asyncio
import time
from collections.abc import Callable, Sequence

from tools.dev.child import Child

_POLL_S = 0.1
_BACK_OFF_S = (0.5, 1, 2, 4, 8)
_STEADY_S = 30  # who lived so long is owed the shortest wait again


async def restart_the_dead(children: Sequence[Child], say: Callable[[str], None]) -> None:
    """Runs until cancelled."""
    deaths = dict.fromkeys(children, 0)
    due: dict[Child, float] = {}
    while True:
        now = time.monotonic()
        for child in children:
            if not child.wanted or child.exit_code is None:
                due.pop(child, None)  # it runs, or someone else sees to it
            elif child not in due:
                deaths[child] = 0 if now - child.started_at > _STEADY_S else deaths[child]
                wait = _BACK_OFF_S[min(deaths[child], len(_BACK_OFF_S) - 1)]
                deaths[child] += 1
                due[child] = now + wait
                say(f"{child.name} ended with code {child.exit_code}; it is started again in {wait} s, see {child.log}")
            elif now >= due[child]:
                child.start()
        await asyncio.sleep(_POLL_S)
