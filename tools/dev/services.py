"""The services as child processes: what each is told by its environment, and where it says that it is ready."""

import asyncio
import http.client
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from services.common.config import ServiceConfig, load
from tools.dev.child import Child
from tools.dev.ports import Ports
from tools.dev.secured import Secured

ROOT = Path(__file__).parents[2]

_PROBE_TIMEOUT_S = 2

_DEFAULTS = {
    # The log files are for programs; the terminal shows its own rendering of them.
    "ZEROCARDS_LOG_FORMAT": "json",
    # Less than the stack's patience with a child that ends.
    "ZEROCARDS_DRAIN_S": "10",
    # Everybody who plays or measures on this machine comes from one address.
    "ZEROCARDS_NEWCOMERS_PER_HOUR": "0",
    "ZEROCARDS_ENTRIES_PER_MINUTE": "0",
    "ZEROCARDS_PAGES_PER_ADDRESS": "0",
    "ZEROCARDS_LISTS_PER_MINUTE": "0",
    "ZEROCARDS_REPLAYS_PER_MINUTE": "0",
}


@dataclass(frozen=True)
class Wiring:
    """Where everything is."""

    host: str
    ports: Ports
    nats_url: str
    redis_url: str
    secured: Secured | None = None
    cluster_env: Mapping[str, str] = field(default_factory=dict)
    """What services are told where the servers are several; over the two addresses above."""

    @property
    def config(self) -> ServiceConfig:
        """For whoever talks to the servers as a service does, where they have no passwords."""
        return load(ServiceConfig, self._servers())

    @property
    def url(self) -> str:
        """Where a browser goes."""
        return f"http://{self.address(self.ports.gateway)}"

    def address(self, port: int) -> str:
        """To dial; who listens everywhere is dialled at home."""
        return f"{'127.0.0.1' if self.host == '0.0.0.0' else self.host}:{port}"

    def service(self, name: str, log: Path, extra_env: Mapping[str, str], module: str = "") -> Child:
        """`name` is game-1, game-2, …, lobby, bots, gateway, gateway-2, …; `module` runs in its service's place."""
        env = self._environment(name)
        # Compiled once, and kept with the data: a second start costs half, also where the environment forbids it.
        env |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(log.parent / "compiled")}
        kind = name.partition("-")[0]
        health = self.ports.public(name) if kind == "gateway" else self.ports.metrics(name)
        return Child(
            name=name,
            command=[sys.executable, "-m", module or f"services.{kind}"],
            # What the caller's environment says about anything but addresses counts.
            env=_DEFAULTS | os.environ | env | dict(extra_env),
            cwd=ROOT,
            log=log,
            ports=[int(value) for variable, value in env.items() if variable.endswith("_PORT")],
            probe=lambda: asyncio.to_thread(_require_ready, self.address(health)),
        )

    def _servers(self) -> dict[str, str]:
        return {"ZEROCARDS_NATS_URL": self.nats_url, "ZEROCARDS_REDIS_URL": self.redis_url, **self.cluster_env}

    def _environment(self, name: str) -> dict[str, str]:
        ports = self.ports
        env = {
            **self._servers(),
            "ZEROCARDS_HOST": self.host,
            "ZEROCARDS_METRICS_PORT": str(ports.metrics(name)),
            # Whatever Python runs this, with `make setup`'s path file or without.
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'gen'}",
            "PYTHONUNBUFFERED": "1",
        }
        if self.secured is not None:
            env |= self.secured.service(name, ports)
        if name.partition("-")[0] == "gateway":
            # The first gateway's page is at home on the others too: whoever loses one goes on at another.
            origins = {self.url, f"http://127.0.0.1:{ports.gateway}", f"http://localhost:{ports.gateway}"}
            env["ZEROCARDS_PORT"] = str(ports.public(name))
            env["ZEROCARDS_LOBBY_ADDR"] = self.address(ports.grpc("lobby"))
            env["ZEROCARDS_ORIGINS"] = os.environ.get("ZEROCARDS_ORIGINS", ",".join(sorted(origins)))
        elif name != "bots":
            env["ZEROCARDS_GRPC_PORT"] = str(ports.grpc(name))
        return env


def _require_ready(address: str) -> None:
    connection = http.client.HTTPConnection(address, timeout=_PROBE_TIMEOUT_S)
    try:
        connection.request("GET", "/readyz")
        response = connection.getresponse()
        if response.status != http.HTTPStatus.OK:
            raise OSError(f"/readyz says {response.status}: {response.read(500).decode(errors='replace')}")
    except http.client.HTTPException as error:  # it died while it answered
        raise OSError(f"/readyz was cut off: {error!r}") from error
    finally:
        connection.close()
