"""What a run counts while it plays, and the figures made of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tools.load.history import PlayerHistory


@dataclass
class Counts:
    """Shared by all players of a run; counts nothing before `open` and after it."""

    open: bool = False
    moves: int = 0
    bytes_received: int = 0
    frames_received: int = 0
    latencies_ms: list[float] = field(default_factory=list)
    seen_at: list[float] = field(default_factory=list)
    """When each of those moves was shown, the wall clock's s."""
    refused: Counter[str] = field(default_factory=Counter)
    # These count at all times: a promise has no warm-up.
    errors: Counter[str] = field(default_factory=Counter)
    rounds: int = 0


def figures(
    counts: Counts, histories: Sequence[PlayerHistory], seconds: float, cpu: Mapping[str, float]
) -> dict[str, Any]:
    """`cpu`: seconds by process. Per-move figures are 0 when no move was accepted."""
    rooms = {id(history.room): history.room for history in histories}.values()
    moves = counts.moves
    per_move = {name: round(taken / moves * 1e6, 1) if moves else 0.0 for name, taken in cpu.items()}
    latencies = sorted(counts.latencies_ms)
    return {
        "seconds": round(seconds, 2),
        "moves": moves,
        "moves_per_s": round(moves / seconds, 1),
        "rounds": counts.rounds,
        # The share of one core that they got: at saturation well below 1 means that something else ran there too.
        "servers_busy": round(sum(cpu.values()) / seconds, 2),
        "cpu_us_per_move": {"total": round(sum(per_move.values()), 1), **per_move},
        "p50_ms": _quantile(latencies, 0.5),
        "p99_ms": _quantile(latencies, 0.99),
        "max_ms": _quantile(latencies, 1),
        "bytes_per_move": round(counts.bytes_received / moves) if moves else 0,
        "frames_per_move": round(counts.frames_received / moves, 2) if moves else 0,
        "refused": dict(counts.refused.most_common()),
        "errors": sum(counts.errors.values()),
        "errors_by_kind": dict(counts.errors.most_common()),
        "gaps": sum(history.gaps for history in histories),
        "resyncs": sum(history.resyncs for history in histories),
        "repeats": sum(history.repeats for history in histories),
        "rollbacks": sum(history.rollbacks for history in histories),
        "lost_moves": sum(history.lost for history in histories),
        "differing_tables": sum(room.differing for room in rooms),
    }


def broken_promises(result: Mapping[str, Any]) -> list[str]:
    """The figures that must be 0, where they are not."""
    musts = ("errors", "gaps", "rollbacks", "lost_moves", "differing_tables")
    return [f"{name}: {result[name]}" for name in musts if result[name]]


def _quantile(values: Sequence[float], share: float) -> float:
    """Of sorted values; 0 of none."""
    return round(values[min(int(len(values) * share), len(values) - 1)], 3) if values else 0.0
