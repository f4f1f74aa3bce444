"""The compose file brought up on an engine, asked, and taken down."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from tools.deploy import image
from tools.deploy.engine import Engine
from tools.deploy.run import ROOT, DeployError, run
from tools.load.cpu import memory_mb

SERVICES = ("gateway", "game", "lobby", "bots")
URL = "http://127.0.0.1:8080"
PROMETHEUS_URL = "http://127.0.0.1:9090"

REPLICATED = "tools/deploy/replicated.compose.yaml"
"""On top of the others: Redis with two replicas and three Sentinels."""

_FILES = ("deploy/compose.yaml", "tools/deploy/check.compose.yaml")
_HEALTHY_S = 300
_LOOK_S = 0.25


class Installed:
    """One project of the compose file. Its volumes outlive `stop`; `remove` takes them too."""

    def __init__(
        self, engine: Engine, project: str, passwords: Mapping[str, str], backups: Path, more_files: Sequence[str]
    ) -> None:
        self._engine = engine
        self._project = project
        self._files = [argument for name in (*_FILES, *more_files) for argument in ("-f", str(ROOT / name))]
        self._env = {
            **passwords,
            "ZEROCARDS_IMAGE": image.OURS,
            "ZEROCARDS_NATS_IMAGE": image.NATS,
            "ZEROCARDS_VALKEY_IMAGE": image.VALKEY,
            "ZEROCARDS_PROMETHEUS_IMAGE": image.PROMETHEUS,
            "ZEROCARDS_BACKUP": str(backups),
        }

    def up(self, *names: str) -> float:
        """Starts these and what they depend on; the seconds until all are healthy."""
        started = time.monotonic()
        self._compose("up", "-d", "--no-build", *names)
        for name in names:
            for container in self.containers(name):
                self._wait_until_healthy(name, container)
        return time.monotonic() - started

    def stop(self, name: str) -> float:
        """SIGTERM to every container of a service; the longest took so many seconds. Raises unless it drained."""
        slowest = 0.0
        for container in self.containers(name):
            started = time.monotonic()
            self._engine.docker("stop", "--time", "30", container)
            slowest = max(slowest, time.monotonic() - started)
            code = self._engine.docker("inspect", "--format", "{{.State.ExitCode}}", container).strip()
            if code != "0":
                raise DeployError(
                    f"{name} did not drain: exit code {code}\n{self._engine.docker('logs', '--tail', '20', container)}"
                )
        return slowest

    def kill(self, name: str) -> None:
        """As a node that is gone: without a word, and it does not come back by itself."""
        for container in self.containers(name):
            self._engine.docker("kill", container)

    def redis_role(self, name: str) -> str:
        """`master`, or `slave` of whom."""
        (container,) = self.containers(name)
        password = self._env["ZEROCARDS_REDIS_SENTINEL_PASSWORD"]
        told = ("valkey-cli", "--user", "sentinel", "--pass", password, "--no-auth-warning", "info", "replication")
        info = dict(
            line.strip().partition(":")[::2] for line in self._engine.docker("exec", container, *told).splitlines()
        )
        return " of ".join(filter(None, (info["role"], info.get("master_host"))))

    def operators_see(self) -> dict[str, Any]:
        """What `zerocards status` says."""
        said: dict[str, Any] = json.loads(self._compose("run", "--rm", "-T", "zerocards", "status", "--json"))
        return said

    def back_up(self) -> str:
        """The name of the new backup."""
        return self._compose("run", "--rm", "-T", "backup").split()[-1]

    def restore(self, backup: str) -> None:
        """Before anything is up."""
        self._compose("run", "--rm", "-T", "restore", f"/backup/{backup}", "/data")

    def remove(self) -> None:
        self._compose("down", "--volumes", "--timeout", "30")

    def containers(self, name: str) -> list[str]:
        labels = {"project": self._project, "service": name, "oneoff": "False"}
        filters = [f"--filter=label=com.docker.compose.{key}={value}" for key, value in labels.items()]
        return self._engine.docker("ps", "--all", "--quiet", *filters).split()

    def start_s(self, name: str) -> float:
        """From the start of a service's process to its word that it has started."""
        container = self.containers(name)[0]
        began = datetime.fromisoformat(
            self._engine.docker("inspect", "--format", "{{.State.StartedAt}}", container).strip()
        )
        lines = self._engine.docker("logs", "--timestamps", container).splitlines()
        said = next(when for when, _, said in (line.partition(" ") for line in lines) if _is_started(said))
        return round((datetime.fromisoformat(said) - began).total_seconds(), 2)

    def memory_mb(self, name: str) -> float:
        """Resident memory of the first process of a service's first container."""
        pid = self._engine.docker("inspect", "--format", "{{.State.Pid}}", self.containers(name)[0])
        return memory_mb(int(pid))

    def logs(self) -> str:
        return self._compose("logs", "--no-color", "--tail", "40")

    def _compose(self, *arguments: str) -> str:
        return self._engine.compose("-p", self._project, *self._files, *arguments, env=self._env)

    def _wait_until_healthy(self, name: str, container: str) -> None:
        deadline = time.monotonic() + _HEALTHY_S
        while (state := self._health(container)) != "healthy":
            if state in {"exited", "dead"} or time.monotonic() > deadline:
                raise DeployError(f"{name} is {state}:\n{self._engine.docker('logs', '--tail', '20', container)}")
            time.sleep(_LOOK_S)

    def _health(self, container: str) -> str:
        state = json.loads(self._engine.docker("inspect", "--format", "{{json .State}}", container))
        return str(state["Health"]["Status"] if state["Running"] and "Health" in state else state["Status"])


@contextmanager
def installed(
    engine: Engine, project: str, passwords: Mapping[str, str], backups: Path, *more_files: str
) -> Iterator[Installed]:
    """One that is gone afterwards, volumes and all."""
    place = Installed(engine, project, passwords, backups, more_files)
    try:
        yield place
    except DeployError as error:
        raise DeployError(f"{error}\n{place.logs()}") from error
    finally:
        place.remove()


def passwords() -> dict[str, str]:
    """New ones, as deploy/passwords.sh makes them."""
    made = run("sh", "deploy/passwords.sh")
    return dict(line.split("=", 1) for line in made.splitlines())


def _is_started(line: str) -> bool:
    return line.startswith("{") and json.loads(line)["event"] == "started"
