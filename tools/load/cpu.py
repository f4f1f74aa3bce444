"""CPU seconds and memory of processes, as the kernel counts them."""

import os
from collections.abc import Mapping
from pathlib import Path

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """User and system time of a process with all its threads, in steps of 10 ms."""
    # The name, in parentheses, may hold anything: what is counted starts after it.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_S


def memory_mb(pid: int) -> float:
    """Resident memory, in units of 10^6 bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return round(int(line.split()[1]) * 1024 / 1e6, 1)


class CpuMeter:
    """The seconds that named processes take between two looks."""

    def __init__(self, pids: Mapping[str, int]) -> None:
        self._pids = pids
        self._before = self._look()

    def taken(self) -> dict[str, float]:
        return {name: seconds - self._before[name] for name, seconds in self._look().items()}

    def _look(self) -> dict[str, float]:
        return {name: cpu_seconds(pid) for name, pid in self._pids.items()}

    def memory_mb(self) -> dict[str, float]:
        return {name: memory_mb(pid) for name, pid in self._pids.items()}
