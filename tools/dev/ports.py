"""Which port each process listens on: all but the public one counted from a single base."""

import random
import socket
from dataclasses import dataclass

from tools.dev.errors import StackError

MAX_GAME_WORKERS = 40
MAX_GATEWAYS = 9
BLOCK = 150
# Below the range from which Linux takes the ports of outgoing connections: one of those could take ours away
# between the look and the bind.
_FREE_RANGE = range(10_000, 32_000, BLOCK)


@dataclass(frozen=True)
class Ports:
    """Offsets are fixed, so that a restart finds everything where it was."""

    base: int
    gateway: int

    @property
    def nats(self) -> int:
        return self.base

    @property
    def redis(self) -> int:
        return self.base + 1

    def nats_of(self, number: int) -> int:
        """Of one of several; the first is `nats`."""
        return self.nats if number == 1 else self.base + 120 + number

    def nats_route(self, number: int) -> int:
        """Where the others of its cluster reach a NATS server."""
        return self.base + 124 + number

    def redis_of(self, number: int) -> int:
        """Of one of several; the first is `redis`."""
        return self.redis if number == 1 else self.base + 130 + number

    def sentinel(self, number: int) -> int:
        return self.base + 134 + number

    def grpc(self, name: str) -> int:
        return self.base + 2 if name == "lobby" else self._game(name)

    def public(self, name: str) -> int:
        """Where players reach a gateway: the first is called gateway, the others gateway-2, gateway-3, …"""
        return self.gateway if name == "gateway" else self._gateway(name)

    def metrics(self, name: str) -> int:
        fixed = {"gateway": self.base + 3, "lobby": self.base + 4, "bots": self.base + 5}
        if name in fixed:
            return fixed[name]
        return (self._gateway(name) if name.startswith("gateway-") else self._game(name)) + 1

    def _game(self, name: str) -> int:
        """Game workers are called game-1, game-2, …"""
        return self.base + 10 + 2 * int(name.removeprefix("game-"))

    def _gateway(self, name: str) -> int:
        return self.base + 100 + 2 * int(name.removeprefix("gateway-"))


def free_ports(host: str) -> Ports:
    """A block of ports nobody listens on, the gateway's among them."""
    for base in random.sample(_FREE_RANGE, k=50):
        if all(is_free(host, port) for port in range(base, base + BLOCK)):
            return Ports(base=base, gateway=base + 6)
    raise StackError(f"found no {BLOCK} free ports in a row on {host}")


def is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        # As the servers do: connections of the last run that still linger are no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
