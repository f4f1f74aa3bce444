"""One child process: its command, its log, its life and death."""

import asyncio
import ctypes
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.dev.errors import StackError

_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1
_POLL_S = 0.03


@dataclass(eq=False, kw_only=True)
class Child:
    """A process that can be started again.

    Its output goes straight to the log, not through us: a child never waits for its parent to read, and lives on while
    the parent's event loop stands still between two tests.
    """

    name: str
    command: Sequence[str]
    log: Path
    cwd: Path
    ports: Sequence[int]
    # Returns when the process can be used; OSError when not yet; StackError when it never will be.
    probe: Callable[[], Awaitable[None]]
    env: Mapping[str, str] | None = None  # None: ours
    wanted: bool = field(default=False, init=False)  # started and not stopped: if it is dead, that was no one's wish
    started_at: float = field(default=0.0, init=False)
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def pid(self) -> int | None:
        """None while it does not run."""
        return self._process.pid if self._process is not None and self.exit_code is None else None

    @property
    def exit_code(self) -> int | None:
        """None before the first start and while it runs; negative for a signal."""
        return self._process.poll() if self._process is not None else None

    def start(self) -> None:
        self.wanted = True
        self.started_at = time.monotonic()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.env,
                cwd=self.cwd,
                # Ctrl-C reaches the parent alone, which ends its children in order.
                start_new_session=True,
                # One system call between fork and exec, looked up before: safe with threads about.
                preexec_fn=_die_with_parent,  # noqa: PLW1509
            )

    async def ready(self, timeout_s: float, *, may_be_restarted: bool = False) -> None:
        """Returns when the probe succeeds; StackError on time-out or, unless someone restarts it, on death."""
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                return await self.probe()
            except OSError as error:
                if time.monotonic() > deadline:
                    raise StackError(f"{self.name} is not ready after {timeout_s} s: {error}{self._tail()}") from error
            if self.exit_code is not None and not may_be_restarted:
                raise StackError(f"{self.name} ended with code {self.exit_code} at start{self._tail()}")
            await asyncio.sleep(_POLL_S)

    def kill(self) -> None:
        """As a crash would; it is gone when this returns, and no probe is answered by a dying process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    async def stop(self, grace_s: float) -> bool:
        """SIGTERM, then SIGKILL after `grace_s`; says whether it went by itself."""
        self.wanted = False
        if self._process is None:
            return True
        self._process.terminate()
        deadline = time.monotonic() + grace_s
        try:
            while self.exit_code is None and time.monotonic() < deadline:
                await asyncio.sleep(_POLL_S)
            return self.exit_code is not None
        finally:  # also when there is no patience left above us
            self._process.kill()
            self._process.wait()

    def _tail(self, lines: int = 15) -> str:
        text = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(["", f"{self.log}:", *text[-lines:]])


def _die_with_parent() -> None:
    """A parent (to be exact: the thread that called start) that is killed leaves no orphans that hold ports."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
