"""A Docker engine: the one that is there, or one of our own in a network namespace that nothing else can see."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.deploy.run import DeployError, need, run

_STARTS_S = 30
_ENDS_S = 20
# Its own loopback, and forwarding between the bridges of its networks; no way out, and none in.
_IN_A_NAMESPACE = 'ip link set lo up && sysctl -q -w net.ipv4.ip_forward=1 && exec "$@"'


class Engine:
    """`docker` and `docker-compose` against one engine."""

    def __init__(self, host: str, prefix: tuple[str, ...]) -> None:
        self._env = {"DOCKER_HOST": host} if host else {}
        self._prefix = prefix

    def docker(self, *arguments: str) -> str:
        return run("docker", *arguments, env=self._env)

    def size_mb(self, image: str) -> float:
        return round(int(self.docker("image", "inspect", "--format", "{{.Size}}", image)) / 1e6, 1)

    def compose(self, *arguments: str, env: Mapping[str, str]) -> str:
        return run(*_compose(), *arguments, env={**self._env, **env})

    def inside(self, *command: str) -> tuple[str, ...]:
        """The command as it must be started to reach published ports."""
        return (*self._prefix, *command)


@contextmanager
def engine(folder: Path) -> Iterator[Engine]:
    """One that is ready; our own ends with the body. Raises DeployError."""
    need("docker")
    if subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0:
        yield Engine(os.environ.get("DOCKER_HOST", ""), ())
        return
    need("dockerd", "docker-compose", "ip", "unshare", "nsenter")
    with _daemon(folder / "docker") as (host, pid):
        yield Engine(host, ("nsenter", f"--net=/proc/{pid}/ns/net"))


@contextmanager
def _daemon(folder: Path) -> Iterator[tuple[str, int]]:
    shutil.rmtree(folder / "exec", ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    host = f"unix://{folder}/socket"
    with (folder / "log").open("wb") as log:
        daemon = subprocess.Popen(
            [
                # It ends with us, also where we are killed.
                *("setpriv", "--pdeathsig", "TERM", "unshare", "--net", "sh", "-c", _IN_A_NAMESPACE, "sh"),
                *("dockerd", "--host", host, "--data-root", f"{folder}/data", "--exec-root", f"{folder}/exec"),
                *("--pidfile", f"{folder}/pid", "--bridge=none", "--iptables=false", "--ip6tables=false"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        _wait_until_it_answers(daemon, host, folder / "log")
        yield host, daemon.pid
    finally:
        daemon.send_signal(signal.SIGTERM)
        try:
            daemon.wait(_ENDS_S)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()


def _wait_until_it_answers(daemon: subprocess.Popen[bytes], host: str, log: Path) -> None:
    deadline = time.monotonic() + _STARTS_S
    while subprocess.run(["docker", "--host", host, "info"], capture_output=True, check=False).returncode:
        if daemon.poll() is not None or time.monotonic() > deadline:
            tail = log.read_text(errors="replace").splitlines()[-10:]
            raise DeployError("\n".join(["no Docker engine can be started here:", *tail]))
        time.sleep(0.2)


def _compose() -> tuple[str, ...]:
    """The plugin where it is installed, else the program of that name."""
    plugin = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0
    return ("docker", "compose") if plugin else ("docker-compose",)
