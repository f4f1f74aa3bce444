"""Three NATS servers, and three Valkeys of which Sentinels make one the primary: what a crash of one leaves running."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from tools.dev.child import Child
from tools.dev.ports import Ports
from tools.dev.secured import LOOPBACK
from tools.dev.servers import nats_server, probe_redis, redis_server, redis_url
from tools.dev.services import ROOT

NUMBERS = (1, 2, 3)
PRIMARY = "redis"
"""The name under which Sentinels know whichever server is the primary."""
_DOWN_AFTER_MS = 1_500
_FAIL_OVER_MS = 5_000
_MAX_LAG_S = 2
"""A primary that no replica has heard for so long takes no writes: what it alone acknowledged would be lost."""


def named(kind: str, number: int) -> str:
    """nats, nats-2, nats-3; redis, redis-2, redis-3; sentinel-1, sentinel-2, sentinel-3."""
    return f"{kind}-{number}" if number > 1 or kind == "sentinel" else kind


def environment(ports: Ports) -> dict[str, str]:
    """What the services are told."""
    return {
        "ZEROCARDS_NATS_URL": ",".join(f"nats://{LOOPBACK}:{ports.nats_of(number)}" for number in NUMBERS),
        "ZEROCARDS_REDIS_URL": f"redis://{PRIMARY}/0",
        "ZEROCARDS_REDIS_SENTINELS": ",".join(f"{LOOPBACK}:{ports.sentinel(number)}" for number in NUMBERS),
        "ZEROCARDS_BOTS_QUEUE_REPLICAS": "3",
    }


def servers(ports: Ports, data: Path, logs: Path) -> list[Child]:
    """All nine, in the order in which they can be started."""
    return [
        *(_nats(number, ports, data, logs) for number in NUMBERS),
        *(_redis(number, ports, data, logs) for number in NUMBERS),
        *(_sentinel(number, ports, data, logs) for number in NUMBERS),
    ]


def _nats(number: int, ports: Ports, data: Path, logs: Path) -> Child:
    name = named("nats", number)
    routes = ",".join(f"nats://{LOOPBACK}:{ports.nats_route(other)}" for other in NUMBERS if other != number)
    child = nats_server(ports.nats_of(number), data / name, logs / f"{name}.log")
    own = ["--name", name, "--cluster_name", "zerocards", "--routes", routes]
    own += ["--cluster", f"nats://{LOOPBACK}:{ports.nats_route(number)}"]
    return _called(child, name, [*child.command, *own], [ports.nats_of(number), ports.nats_route(number)])


def _redis(number: int, ports: Ports, data: Path, logs: Path) -> Child:
    name = named("redis", number)
    port = ports.redis_of(number)
    child = redis_server(port, data / name, logs / f"{name}.log")
    program, config, *rest = child.command
    # Sentinels write a server's part into its file: into one of its own, which a restart finds as they left it.
    own = data / name / f"{port}.conf"
    if not own.exists():
        shutil.copy(config, own)
        lines = [f"min-replicas-to-write 1\nmin-replicas-max-lag {_MAX_LAG_S}\nrepl-diskless-sync-delay 0\n"]
        lines += [f"replicaof {LOOPBACK} {ports.redis_of(1)}\n"] if number > 1 else []
        with own.open("a") as file:
            file.writelines(lines)
    return _called(child, name, [program, str(own), *rest], [port])


def _sentinel(number: int, ports: Ports, data: Path, logs: Path) -> Child:
    name = named("sentinel", number)
    port = ports.sentinel(number)
    folder = data / name
    folder.mkdir(parents=True, exist_ok=True)
    own = folder / f"{port}.conf"
    if not own.exists():
        own.write_text(
            f"bind {LOOPBACK}\nport {port}\ndir {folder}\n"
            f"sentinel monitor {PRIMARY} {LOOPBACK} {ports.redis_of(1)} 2\n"
            f"sentinel down-after-milliseconds {PRIMARY} {_DOWN_AFTER_MS}\n"
            f"sentinel failover-timeout {PRIMARY} {_FAIL_OVER_MS}\n"
            f"sentinel parallel-syncs {PRIMARY} 2\n"
        )
    program = redis_server(port, folder, logs / f"{name}.log").command[0]
    return Child(
        name=name,
        command=[program, str(own), "--sentinel"],
        log=logs / f"{name}.log",
        cwd=ROOT,
        ports=[port],
        probe=lambda: probe_redis(redis_url(port)),
    )


def _called(child: Child, name: str, command: Sequence[str], ports: Sequence[int]) -> Child:
    child.name, child.command, child.ports = name, command, ports
    return child
