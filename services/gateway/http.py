"""The public HTTP routes: the client's pages, the open lobbies as JSON, health, and the way to the socket."""

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
from services.gateway.answers import Refused
from services.gateway.door import Door
from services.gateway.gateway import Gateway
from services.gateway.headers import SecurityHeaders
from services.gateway.site import Site

_LONGEST = {"ruleset": 40, "query": 40, "page_token": 200}
_MOST_ON_A_PAGE = 50
_MOST_REPLAYS = 1_000_000
_REPLAY_STATUS = {"not_found": 404, "rules_changed": 410}
_KEPT = "private, max-age=86400, immutable"
_STATUS = {"bad_command": 400, "unavailable": 503, "overloaded": 503}


def application(gateway: Gateway, health: Health) -> Starlette:
    async def healthz(_request: Request) -> Response:
        return _health(all(health.alive.values()))

    async def readyz(_request: Request) -> Response:
        return _health(all(health.ready.values()))

    async def lobbies(request: Request) -> Response:
        """`?ruleset=&query=&page_size=&page_token=` → ListRoomsResponse."""
        try:
            response = await gateway.lobby.list(_list_request(request))
        except Refused as refused:
            status = _STATUS.get(refused.refusal.code, 500)
            return JSONResponse({"code": refused.refusal.code}, status, {"cache-control": "no-store"})
        body = json_format.MessageToJson(response, indent=None, always_print_fields_with_no_presence=True)
        return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")

    async def replay(request: Request) -> Response:
        """A finished round: JSON lines (docs/notation.md, "A game"), or with `?positions` each position of it.

        It never changes, so it may be kept.
        """
        code, number = parse_code(request.path_params["code"]), request.path_params["number"]
        if code is None or number > _MOST_REPLAYS:
            return await _no_such_api(request)
        found = await gateway.workers.replay(code, number, positions="positions" in request.query_params)
        if found.HasField("refusal"):
            status = _REPLAY_STATUS.get(found.refusal.code, 503)
            return JSONResponse({"code": found.refusal.code}, status, {"cache-control": "no-store"})
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
            Route("/api/replays/{code}/{number:int}", replay),
            Route("/api/{path:path}", _no_such_api),
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            Route("/{path:path}", site.serve),
        ],
        middleware=[Middleware(SecurityHeaders)],
    )


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
    return JSONResponse({"code": "not_found"}, 404)


def _health(well: bool) -> Response:
    # How, the port that operators use says.
    return JSONResponse({"ok": well}, 200 if well else 503, {"cache-control": "no-store"})
