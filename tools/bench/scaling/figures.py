"""What one step comes to: how long commands waited for a worker, and players for their answers."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tools.chaos.load import Room
from tools.chaos.proxy import HOST
from tools.chaos.record import Asked
from tools.dev import Stack

OUR_FAULT = frozenset({"overloaded", "unavailable", "internal"})


@dataclass
class Measured:
    """Of one step; milliseconds. Whoever had to ask again is counted once it was answered."""

    step: str
    answers_per_s: float
    queue_mean_ms: float
    queue_p95_ms: float
    answer_p50_ms: float
    answer_p99_ms: float
    asked_again: int
    refused_by_us: int


class AskedSince:
    """What players have asked since the last look."""

    def __init__(self, rooms: Sequence[Room]) -> None:
        self._records = [player.record for room in rooms for player in room.players]
        self._seen = [len(record.asked) for record in self._records]

    def news(self) -> list[Asked]:
        found = [one for record, seen in zip(self._records, self._seen, strict=True) for one in record.asked[seen:]]
        self._seen = [len(record.asked) for record in self._records]
        return found


async def measure(stack: Stack, step: str, seconds: float, asked: AskedSince) -> Measured:
    """Over so many seconds; who asked since the last time, while something came or went, counts too."""
    before = await _queue_wait(stack)
    began = time.monotonic()
    await asyncio.sleep(seconds)
    seconds = time.monotonic() - began
    after = await _queue_wait(stack)
    waits = {bound: after[bound] - before.get(bound, 0) for bound in after}
    commands, total = waits.pop("count", 0), waits.pop("sum", 0)
    answered = [one for one in asked.news() if one.answered_at]
    took = sorted(one.answered_at - one.at for one in answered)
    return Measured(
        step=step,
        answers_per_s=round(sum(one.answered_at >= began for one in answered) / seconds, 1),
        queue_mean_ms=round(total / commands * 1000, 2) if commands else 0,
        queue_p95_ms=_p95_ms(waits, commands),
        answer_p50_ms=_quantile_ms(took, 0.5),
        answer_p99_ms=_quantile_ms(took, 0.99),
        asked_again=sum(one.sent > 1 for one in answered),
        refused_by_us=sum(one.code in OUR_FAULT and one.outcome != "accepted" for one in answered),
    )


async def _queue_wait(stack: Stack) -> dict[str, float]:
    """Of all workers that run: `count`, `sum` (s), and how many waited no longer than each bound."""
    found: dict[str, float] = {}
    async with httpx.AsyncClient(trust_env=False) as client:
        for name in stack.pids:
            if not name.startswith("game-"):
                continue
            page = await client.get(f"http://{HOST}:{stack.wiring.ports.metrics(name)}/metrics")
            for family in text_string_to_metric_families(page.text):
                for sample in family.samples if family.name == "zerocards_game_stage_seconds" else ():
                    if sample.labels["stage"] == "queue":
                        key = sample.labels.get("le") or sample.name.rpartition("_")[2]
                        found[key] = found.get(key, 0) + sample.value
    return found


def _p95_ms(waits: Mapping[str, float], commands: float) -> float:
    """The bucket's bound, as near as a histogram tells."""
    bound = next((bound for bound, count in waits.items() if count >= 0.95 * commands), "0")
    return round(float(bound) * 1000, 2)


def _quantile_ms(sorted_s: Sequence[float], share: float) -> float:
    return round(sorted_s[min(int(len(sorted_s) * share), len(sorted_s) - 1)] * 1000, 1) if sorted_s else 0
