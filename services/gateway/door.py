"""Who may open a socket: the right origin, the right subprotocol, and room for one more."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket

from services.common.health import Health
from services.gateway import metrics
from services.gateway.connection import Connection
from services.gateway.gateway import Gateway

SUBPROTOCOL = "zerocards.v1.json"


def address_of(connection: HTTPConnection) -> str:
    """Where it comes from: what a trusted proxy says, or the other end of the line."""
    return connection.client.host if connection.client else ""


class Door:
    def __init__(self, gateway: Gateway, health: Health) -> None:
        self._gateway = gateway
        self._health = health
        self._origins = frozenset(origin.rstrip("/").lower() for origin in gateway.config.origins)

    async def open(self, socket: WebSocket) -> None:
        """The endpoint of `/ws`."""
        address = address_of(socket)
        status, why = self._objection(socket, address)
        if why:
            metrics.TURNED_AWAY.labels(why).inc()
            await socket.send_denial_response(PlainTextResponse(why, status))
            return
        await socket.accept(SUBPROTOCOL)
        await Connection(socket, self._gateway, address).run()

    def _objection(self, socket: WebSocket, address: str) -> tuple[int, str]:
        """An HTTP status and a word for it; no word where there is none."""
        if self._health.draining:
            return 503, "draining"
        if not self._may_come_from(socket.headers.get("origin"), socket.headers.get("host", "")):
            return 403, "origin"
        if SUBPROTOCOL not in socket.scope["subprotocols"]:
            return 400, "subprotocol"
        match self._gateway.connections.room_for(address):
            case "address":
                return 429, "address"
            case "full":
                return 503, "full"
        return 0, ""

    def _may_come_from(self, origin: str | None, host: str) -> bool:
        # Every browser sends it, and it is browsers that could be lent to somebody else's page.
        if origin is None:
            return True
        if self._origins:
            return origin.lower() in self._origins
        return urlsplit(origin).netloc.lower() == host.lower()
