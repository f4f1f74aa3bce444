"""An installation with users, passwords and certificates as `deploy/` has them, all made anew at each start."""

import secrets
from pathlib import Path

import trustme

from services.common.config import ServiceConfig, load
from tools.dev.ports import Ports

LOOPBACK = "127.0.0.1"
_NATS_USERS = ("game", "gateway", "lobby", "bots")
_REDIS_USERS = ("game", "gateway", "lobby")
OPS = "ops"
"""Whose certificate may ask game workers for everything."""


class Secured:
    """Certificates are files in `folder`; a service's name is its user's, and in its certificate."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._passwords = {user: f"x{secrets.token_hex(16)}" for user in _NATS_USERS}
        self._authority = trustme.CA()
        self._authority.cert_pem.write_to_path(folder / "ca.pem")
        for name in ("nats", OPS, *_NATS_USERS):
            made = self._authority.issue_cert(name, "localhost", LOOPBACK, common_name=name)
            made.private_key_pem.write_to_path(folder / f"{name}.key")
            for number, pem in enumerate(made.cert_chain_pems):
                pem.write_to_path(folder / f"{name}.pem", append=number > 0)

    def nats_server(self) -> dict[str, str]:
        """The server's environment."""
        return self._certificate("nats") | {
            f"ZEROCARDS_NATS_{user.upper()}_PASSWORD": self._passwords[user] for user in _NATS_USERS
        }

    def redis_server(self) -> dict[str, str]:
        """Without certificates: the wheel's Valkey is built without TLS."""
        return {f"ZEROCARDS_REDIS_{user.upper()}_PASSWORD": self._passwords[user] for user in _REDIS_USERS}

    def service(self, name: str, ports: Ports) -> dict[str, str]:
        """What a service called game-1, game-2, …, lobby, bots or gateway is told; or an operator's tool."""
        user = name.partition("-")[0]
        told = self._certificate(user)
        if user in _NATS_USERS:
            told["ZEROCARDS_NATS_URL"] = f"tls://{user}:{self._passwords[user]}@{LOOPBACK}:{ports.nats}"
        if user in _REDIS_USERS:
            told["ZEROCARDS_REDIS_URL"] = self.redis_url(user, ports)
        return told

    def redis_url(self, user: str, ports: Ports) -> str:
        return f"redis://{user}:{self._passwords[user]}@{LOOPBACK}:{ports.redis}/0"

    def config(self, user: str, ports: Ports) -> ServiceConfig:
        """For whoever talks to the servers as this user."""
        return load(ServiceConfig, self.service(user, ports))

    def _certificate(self, name: str) -> dict[str, str]:
        return {
            "ZEROCARDS_TLS_CA": str(self._folder / "ca.pem"),
            "ZEROCARDS_TLS_CERT": str(self._folder / f"{name}.pem"),
            "ZEROCARDS_TLS_KEY": str(self._folder / f"{name}.key"),
        }
