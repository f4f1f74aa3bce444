"""Whether a service is well, and where to ask: `/healthz` (restart it?), `/readyz` (send it work?), `/metrics`."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from services.common import metrics
from services.common.http import listening

Check = Callable[[], bool]


class Health:
    """Filled in by the service as its parts come up. That its loop still turns, the answer itself proves."""

    def __init__(self) -> None:
        self._alive: dict[str, Check] = {}
        self._ready: dict[str, Check] = {}
        self._started = False
        self._draining = False

    def alive_if(self, name: str, check: Check) -> None:
        """A check that only a restart can mend; an outage of something else is none."""
        self._alive[name] = check

    def ready_if(self, name: str, check: Check) -> None:
        """A check without which no work should come here."""
        self._ready[name] = check
        metrics.READY.labels(name).set_function(lambda: float(check()))

    def start(self) -> None:
        self._started = True

    def drain(self) -> None:
        """Not ready from now on, so that load balancers look elsewhere before the doors close."""
        self._draining = True
        metrics.DRAINING.set(1)

    @property
    def started(self) -> bool:
        return self._started

    @property
    def draining(self) -> bool:
        return self._draining

    @property
    def alive(self) -> Mapping[str, bool]:
        return {name: check() for name, check in self._alive.items()}

    @property
    def ready(self) -> Mapping[str, bool]:
        own = {"started": self._started, "not_draining": not self._draining}
        return own | {name: check() for name, check in self._ready.items()}


@asynccontextmanager
async def answering(health: Health, host: str, port: int) -> AsyncIterator[int]:
    """Answers on a port of its own while the body runs; yields the port."""
    async with listening(pages(health), host, port, timeout_graceful_shutdown=1) as bound:
        yield bound


def pages(health: Health) -> Starlette:
    """The routes, which a service with an HTTP port may serve there too."""

    async def healthz(_request: Request) -> Response:
        return _answer(health.alive)

    async def readyz(_request: Request) -> Response:
        return _answer(health.ready)

    async def metrics_page(_request: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics_page)])


def _answer(checks: Mapping[str, bool]) -> Response:
    return JSONResponse(dict(checks), status_code=200 if all(checks.values()) else 503)
