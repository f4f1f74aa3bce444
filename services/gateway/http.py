"""The public HTTP routes: the client's pages, the open lobbies as JSON, health, and the way to the socket."""

import re
from pathlib import Path

from google.protobuf import json_format
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from zerocards.lobby.v1 import lobby_pb2

from services.common.codes import parse_code
from services.common.health import Health
from services.gateway.answers import Refusal, Refused, refusal_from
from services.gateway.door import Door, address_of
from services.gateway.gateway import Gateway
from services.gateway.headers import SecurityHeaders
from services.gateway.site import Site

_LONGEST = {"ruleset": 40, "query": 40, "page_token": 200}
_MOST_ON_A_PAGE = 50
_NUMBER = re.compile(r"[0-9]{1,6}")
_KEPT = "private, max-age=86400, immutable"
_STATUS = {"bad_command": 400, "not_found": 404, "rules_changed": 410, "rate_limited": 429, "internal": 500}
_TRY_LATER = 503


def application(gateway: Gateway, health: Health) -> Starlette:
    async def healthz(_request: Request) -> Response:
        return _health(all(health.alive.values()))

    async def readyz(_request: Request) -> Response:
        return _health(all(health.ready.values()))

    async def lobbies(request: Request) -> Response:
        """`?ruleset=&query=&page_size=&page_token=` → ListRoomsResponse."""
        asked = _list_request(request)
        await gateway.limits.list_asked(address_of(request))
        response = await gateway.lobby.list(asked)
        body = json_format.MessageToJson(response, indent=None, always_print_fields_with_no_presence=True)
        return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")

    async def replay(request: Request) -> Response:
        """A finished round: JSON lines (docs/notation.md, "A game"), or with `?positions` each position of it.

        It never changes, so it may be kept.
        """
        code, number = parse_code(request.path_params["code"]), request.path_params["number"]
        if code is None or not _NUMBER.fullmatch(number):
            raise Refused("not_found")
        limits, address = gateway.limits, address_of(request)
        # A room's code is guessed as well here as at its door.
        await limits.may_guess(address)
        await limits.replay_asked(address)
        found = await gateway.workers.replay(code, int(number), positions="positions" in request.query_params)
        if found.HasField("refusal"):
            if found.refusal.code == "not_found":
                await limits.missed(address)
            raise refusal_from(found.refusal)
        headers = {"cache-control": _KEPT}
        if found.HasField("positions"):
            headers["content-encoding"] = "gzip"
            return Response(found.positions, headers=headers, media_type="application/json")
        return Response(found.text, headers=headers, media_type="application/x-ndjson")

    site = Site(Path(gateway.config.static_dir))
    return Starlette(
        routes=[
            WebSocketRoute("/ws", Door(gateway, health).open),
            Route("/api/lobbies", lobbies),
            Route("/api/replays/{code}/{number}", replay),
            Route("/api/{path:path}", _no_such_api),
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            Route("/{path:path}", site.serve),
        ],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={Refused: _refused},
    )


async def _refused(_request: Request, error: Exception) -> Response:
    refusal = error.refusal if isinstance(error, Refused) else Refusal("internal")
    headers = {"cache-control": "no-store"}
    if refusal.retry_after_ms:
        headers["retry-after"] = str(-(-refusal.retry_after_ms // 1_000))
    return JSONResponse({"code": refusal.code}, _STATUS.get(refusal.code, _TRY_LATER), headers)


def _list_request(request: Request) -> lobby_pb2.ListRoomsRequest:
    """Raises Refused."""
    query = request.query_params
    if any(len(query.get(name, "")) > longest for name, longest in _LONGEST.items()):
        raise Refused("bad_command")
    size = query.get("page_size", "0")
    if not (size.isascii() and size.isdigit() and len(size) <= 2 and int(size) <= _MOST_ON_A_PAGE):
        raise Refused("bad_command")
    return lobby_pb2.ListRoomsRequest(page_size=int(size), **{name: query[name] for name in _LONGEST if name in query})


async def _no_such_api(_request: Request) -> Response:
    raise Refused("not_found")


def _health(well: bool) -> Response:
    # How, the port that operators use says.
    return JSONResponse({"ok": well}, 200 if well else 503, {"cache-control": "no-store"})
