"""What the person at the terminal sees: our own lines, and of the services' logs what matters."""

import asyncio
import json
from pathlib import Path

from rich.console import Console
from rich.text import Text

_POLL_S = 0.2
_SERVERS = ("nats", "redis", "sentinel")
_HIDDEN_LEVELS = frozenset({"debug", "info"})
_LEVEL_STYLES = {"warning": "yellow", "error": "bold red", "critical": "bold red"}
_SHOWN_APART = frozenset({"event", "level", "timestamp", "service", "exception"})


class Terminal:
    """Writes to stderr: stdout is for what programs read."""

    def __init__(self, *, verbose: bool) -> None:
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._verbose = verbose

    def say(self, line: str) -> None:
        self._console.print(Text(line))

    async def follow(self, logs: Path) -> None:
        """Shows new lines of the services' logs until cancelled; those of NATS and Redis stay in their files."""
        read: dict[Path, int] = {}
        while True:
            for log in sorted(log for log in logs.glob("*.log") if not log.stem.startswith(_SERVERS)):
                with log.open("rb") as file:
                    file.seek(read.get(log, 0))
                    # A line that is still being written waits for its end.
                    lines = [line for line in file if line.endswith(b"\n")]
                read[log] = read.get(log, 0) + sum(map(len, lines))
                for line in lines:
                    self.show(log.stem, line.decode(errors="replace").rstrip())
            await asyncio.sleep(_POLL_S)

    def show(self, service: str, line: str) -> None:
        try:
            entry = json.loads(line)
            level = str(entry["level"]).lower()
        except (ValueError, TypeError, KeyError):
            entry, level = None, ""
        if level in _HIDDEN_LEVELS and not self._verbose:
            return
        text = Text.assemble((f"{service:8} ", "cyan"))
        if entry is None:  # not ours: a traceback, a library's cry
            self._console.print(text.append(line))
            return
        text.append(f"{level:8} ", _LEVEL_STYLES.get(level, "dim"))
        text.append(str(entry.get("event", "")))
        for key, value in entry.items():
            if key not in _SHOWN_APART:
                text.append(f" {key}=", "dim").append(str(value))
        for error in entry.get("exception", []):  # its frames are in the log file
            text.append(f" {error['exc_type']}: {error['exc_value']}", "red")
        self._console.print(text)
