"""Starts servers and services in order, keeps them running, ends them in order."""

import asyncio
import contextlib
import fcntl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tools.dev import cluster
from tools.dev.child import Child
from tools.dev.errors import StackError
from tools.dev.ports import BLOCK, MAX_GAME_WORKERS, MAX_GATEWAYS, Ports, free_ports, is_free
from tools.dev.secured import Secured
from tools.dev.servers import nats_server, nats_url, probe_nats, probe_redis, redis_server, redis_url
from tools.dev.services import Wiring
from tools.dev.watch import restart_the_dead

_READY_TIMEOUT_S = 60
_GRACE_S = 15  # a drain closes its sockets in batches; a server writes its last data


@dataclass(frozen=True)
class Options:
    """What to run and where. With `ports_base` None everything takes free ports, the gateway too."""

    data_dir: Path = Path(".run")
    host: str = "127.0.0.1"
    port: int = 8000
    ports_base: int | None = 7400
    game_workers: int = 2
    gateways: int = 1
    later: tuple[str, ...] = ()  # children that `add` starts, not `start`
    cluster: bool = False  # three of each server, so that one may die
    nats_url: str | None = None  # None: a server of our own
    redis_url: str | None = None
    secured: bool = False  # our own servers have users, passwords and certificates, and so has every service
    env: Mapping[str, str] = field(default_factory=dict)  # for every service, over all else
    env_of: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # for the child of that name, over `env`
    modules: Mapping[str, str] = field(default_factory=dict)  # what runs in a service's place, by the child's name


class Stack:
    """An installation of its own: servers unless URLs are given, game workers, lobby, bots, gateway.

    Children are named nats, redis, game-1, game-2, …, lobby, bots, gateway, gateway-2, … While the event loop that
    started it runs, one that dies is started again. Children inherit CPU affinity and limits: set them before `start`.
    """

    def __init__(self, options: Options, say: Callable[[str], None] = lambda _: None) -> None:
        if not 1 <= options.game_workers <= MAX_GAME_WORKERS:
            raise StackError(f"{options.game_workers} game workers: 1 to {MAX_GAME_WORKERS} are possible")
        if not 1 <= options.gateways <= MAX_GATEWAYS:
            raise StackError(f"{options.gateways} gateways: 1 to {MAX_GATEWAYS} are possible")
        if options.cluster and (options.secured or options.nats_url or options.redis_url):
            raise StackError("a cluster is of servers of our own, without passwords")
        self._options = options
        self._say = say
        self._data = options.data_dir.resolve()
        self.logs = self._data / "logs"
        base = options.ports_base
        ports = free_ports(options.host) if base is None else Ports(base=base, gateway=options.port)
        self.wiring = Wiring(
            host=options.host,
            ports=ports,
            nats_url=options.nats_url or nats_url(ports.nats),
            redis_url=options.redis_url or redis_url(ports.redis),
            secured=Secured(self._data / "certificates") if options.secured else None,
            cluster_env=cluster.environment(ports) if options.cluster else {},
        )
        self._children: dict[str, Child] = {}
        self._watch: asyncio.Task[None] | None = None
        self._held = contextlib.ExitStack()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        return self.wiring.url

    @property
    def pids(self) -> dict[str, int]:
        """Process ids by name, of those that run now."""
        return {name: child.pid for name, child in self._children.items() if child.pid is not None}

    def describe(self) -> dict[str, object]:
        """Addresses and process ids, for whoever measures or breaks things."""
        services = [name for name in self._children if not _is_server(name)]
        address, ports = self.wiring.address, self.wiring.ports
        return {
            "url": self.url,
            "urls": [f"http://{address(ports.public(name))}" for name in services if name.startswith("gateway")],
            "nats": self.wiring.nats_url,
            "redis": self.wiring.redis_url,
            "grpc": {name: address(ports.grpc(name)) for name in services if name.startswith(("game", "lobby"))},
            "metrics": {name: f"http://{address(ports.metrics(name))}/metrics" for name in services},
            "logs": str(self.logs),
            "pids": self.pids,
        }

    async def start(self) -> None:
        """Returns when the gateway takes players. After a StackError nothing is left running."""
        try:
            self._hold_data_dir()
            self._make_children()
            self._require_free_ports()
            servers = [name for name in self._children if _is_server(name)]
            await self._start(*servers)
            await self._probe_servers_of_others()
            first = self._children.keys() - {*servers, *self._options.later}
            await self._start(*(name for name in self._children if name in first))
        except OSError as error:  # a server that is not ours does not answer
            await self.stop()
            raise StackError(str(error)) from error
        except BaseException:
            await self.stop()
            raise
        self._watch = asyncio.create_task(restart_the_dead(list(self._children.values()), self._say))

    async def stop(self) -> None:
        """Players first, data last."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        workers = [name for name in self._children if name.startswith("game-")]
        gateways = [name for name in self._children if name.startswith("gateway")]
        servers = [name for name in self._children if _is_server(name)]
        for group in (gateways, ["lobby", "bots"], workers, servers):
            await asyncio.gather(*(self._end(self._children[name]) for name in group if name in self._children))
        self._children = {}
        self._held.close()

    def kill(self, name: str) -> None:
        """SIGKILL, as a crash would; it is started again after half a second."""
        self._children[name].kill()

    async def restart(self, name: str) -> None:
        """As a deploy would: drain, end, start, wait until ready."""
        await self._end(self._children[name])
        await self._start(name)

    async def add(self, *names: str) -> None:
        """Starts those of `later`, or what was drained; returns when they are ready."""
        await self._start(*names)

    async def drain(self, *names: str) -> None:
        """As a scale-down would: they finish what they have begun, end, and stay away."""
        await asyncio.gather(*(self._end(self._children[name]) for name in names))

    async def wait_ready(self, name: str) -> None:
        """Returns when the child can be used (again)."""
        await self._children[name].ready(_READY_TIMEOUT_S, may_be_restarted=True)

    async def _probe_servers_of_others(self) -> None:
        if self._options.nats_url is not None:
            await probe_nats(self._options.nats_url)
        if self._options.redis_url is not None:
            await probe_redis(self._options.redis_url)

    def _make_children(self) -> None:
        self.logs.mkdir(parents=True, exist_ok=True)
        children: list[Child] = []
        ports, secured = self.wiring.ports, self.wiring.secured
        if self._options.cluster:
            children += cluster.servers(ports, self._data, self.logs)
            for child in children:
                self._new_log(child.name)
        elif self._options.nats_url is None:
            children.append(nats_server(ports.nats, self._data / "nats", self._new_log("nats"), secured))
        if self._options.redis_url is None and not self._options.cluster:
            children.append(redis_server(ports.redis, self._data / "redis", self._new_log("redis"), secured))
        workers = [f"game-{number + 1}" for number in range(self._options.game_workers)]
        gateways = ["gateway", *(f"gateway-{number + 2}" for number in range(self._options.gateways - 1))]
        children += [self._service(name) for name in [*workers, "lobby", "bots", *gateways]]
        self._children = {child.name: child for child in children}

    def _service(self, name: str) -> Child:
        options = self._options
        env = {**options.env, **options.env_of.get(name, {})}
        return self.wiring.service(name, self._new_log(name), env, options.modules.get(name, ""))

    def _new_log(self, name: str) -> Path:
        """The last run's log is kept beside the new one."""
        log = self.logs / f"{name}.log"
        if log.exists():
            log.replace(self.logs / f"{name}.log.1")
        log.touch()
        return log

    def _hold_data_dir(self) -> None:
        """Two stacks over one data directory would destroy it."""
        self._data.mkdir(parents=True, exist_ok=True)
        lock = self._held.enter_context((self._data / "lock").open("a"))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StackError(f"another stack runs in {self._data}; --data-dir chooses another place") from None

    def _require_free_ports(self) -> None:
        host, public = self.wiring.host, self.wiring.ports.gateway
        taken = [
            (port, child.name) for child in self._children.values() for port in child.ports if not is_free(host, port)
        ]
        reasons = []
        if (public, "gateway") in taken:
            taken.remove((public, "gateway"))
            reasons.append(f"port {public} on {host} is taken: ZEROCARDS_PORT={public + 1} would choose another")
        if taken:
            named = ", ".join(f"{port} ({name})" for port, name in taken)
            reasons.append(
                f"taken on {host}: {named}; ZEROCARDS_PORTS_BASE={self.wiring.ports.base + BLOCK} would move all"
            )
        if reasons:
            raise StackError("\n".join(reasons))

    async def _start(self, *names: str) -> None:
        children = [self._children[name] for name in names if name in self._children]
        for child in children:
            child.start()
        await asyncio.gather(*(child.ready(_READY_TIMEOUT_S) for child in children))

    async def _end(self, child: Child) -> None:
        if not await child.stop(_GRACE_S):
            self._say(f"{child.name} did not end within {_GRACE_S} s and was killed")


def _is_server(name: str) -> bool:
    return name.partition("-")[0] in {"nats", "redis", "sentinel"}
