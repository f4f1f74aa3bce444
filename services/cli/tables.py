"""What operators are shown: tables for people; the same as JSON is the messages' own."""

import time
from collections.abc import Mapping, Sequence

from rich.table import Table
from zerocards.ops.v1 import ops_pb2 as pb

_RATES = {
    "game": ("zerocards_game_commands_total", "commands/s"),
    "gateway": ("zerocards_gateway_updates_total", "updates/s"),
    "bots": ("zerocards_bots_turns_total", "turns/s"),
}
_GAUGES = {
    "game": ("zerocards_game_jobs", "in hand"),
    "gateway": ("zerocards_gateway_connections", "players"),
    "lobby": ("zerocards_lobby_rooms", "open rooms"),
    "bots": ("zerocards_bots_turns_in_hand", "in hand"),
}
_MIB = 1 << 20


def rates(
    before: Sequence[pb.ProcessStatus], after: Sequence[pb.ProcessStatus], seconds: float
) -> dict[str, dict[str, float]]:
    """By process: how fast each of its counters rises, a second."""
    earlier = {status.instance: status.figures for status in before}
    return {
        status.instance: {
            name: round((value - earlier[status.instance][name]) / seconds, 2)
            for name, value in status.figures.items()
            if name.endswith("_total") and name in earlier[status.instance]
        }
        for status in after
        if status.instance in earlier
    }


def status_table(processes: Sequence[pb.ProcessStatus], speeds: Mapping[str, Mapping[str, float]]) -> Table:
    table = Table("process", "version", "up", "state", "has", "does", "CPU", "MiB")
    for status in processes:
        figures, speed = status.figures, speeds.get(status.instance, {})
        table.add_row(
            status.instance,
            status.version,
            _span(time.time() - status.started_ms / 1000),
            _state(status),
            _named(_GAUGES.get(status.service), figures, "{:.0f} {}"),
            _named(_RATES.get(status.service), speed, "{:.1f} {}"),
            f"{speed.get('process_cpu_seconds_total', 0):.0%}",
            f"{figures['process_resident_memory_bytes'] / _MIB:.0f}" if figures else "",
        )
    return table


def rooms_table(found: pb.ListRoomsResponse) -> Table:
    table = Table("room", "rules", "phase", "round", "version", "idle", "players")
    for room in found.rooms:
        table.add_row(
            room.code + (" (public)" if room.public else ""),
            room.ruleset,
            room.phase,
            str(room.round or ""),
            str(room.version),
            _span(room.idle_ms / 1000),
            ", ".join(room.seats),
        )
    shown, total = len(found.rooms), found.total
    more = "; there are too many to look at all of them" if found.cut_short else ""
    table.caption = f"{shown} of {total}{more}"
    return table


def _state(status: pb.ProcessStatus) -> str:
    if status.draining:
        return "[yellow]draining"
    lacking = [name for name, there in status.checks.items() if not there]
    return f"[red]lacks {', '.join(lacking)}" if lacking else "[green]ready"


def _named(which: tuple[str, str] | None, values: Mapping[str, float], form: str) -> str:
    return form.format(values[which[0]], which[1]) if which and which[0] in values else ""


def _span(seconds: float) -> str:
    for unit, name in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{max(seconds, 0):.0f} s"
