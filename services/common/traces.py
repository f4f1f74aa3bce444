"""Traces, for who wants them (`ZEROCARDS_TRACES_URL`): one trace a command, one span a stage, told on in NATS headers.

Without an address nothing of OpenTelemetry is imported, and all that is left of it is a look at `on`.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from services.common.errors import CannotStart

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

    from services.common.config import ServiceConfig

on = False
"""Whether spans are made. Looked at on a move's path before anything else is done for them."""

_NOTHING = nullcontext()
_tracer: Tracer | None = None
_wall_less_counter_ns = 0


def configure(service: str, config: ServiceConfig) -> None:
    """Once, at the start. Raises CannotStart where the packages are missing."""
    if not config.traces_url:
        return
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
        from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio  # noqa: PLC0415
    except ImportError as error:
        raise CannotStart(
            "ZEROCARDS_TRACES_URL is set, but OpenTelemetry is not installed: use requirements-tracing.lock"
        ) from error
    provider = TracerProvider(
        resource=Resource.create({"service.name": f"zerocards-{service}"}),
        sampler=ParentBasedTraceIdRatio(config.traces_share),
    )
    # Spans are sent from a thread of its own; when the collector is away they are dropped.
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=config.traces_url)))
    switch_on(provider)


def switch_on(provider: TracerProvider) -> None:
    """Makes spans from now on."""
    global on, _tracer, _wall_less_counter_ns  # noqa: PLW0603  as of logging, there is one of it
    _tracer = provider.get_tracer("zerocards")
    _wall_less_counter_ns = time.time_ns() - time.perf_counter_ns()
    on = True


def switch_off() -> None:
    global on, _tracer
    on, _tracer = False, None


def span(name: str, **attributes: str) -> AbstractContextManager[Any]:
    """A span while the body runs; within another it is that one's part."""
    return _NOTHING if _tracer is None else _tracer.start_as_current_span(name, attributes=attributes)


def stage(name: str, since: float, now: float) -> None:
    """A span of the current one that is over already. Times are perf_counter's, s."""
    if _tracer is not None:
        _tracer.start_span(name, start_time=_wall_ns(since)).end(_wall_ns(now))


def told(headers: dict[str, str] | None) -> dict[str, str] | None:
    """The headers with the current span in them, where there is one."""
    from opentelemetry.trace import get_current_span  # noqa: PLC0415
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

    if not get_current_span().get_span_context().is_valid:
        return headers
    carried = dict(headers or {})
    TraceContextTextMapPropagator().inject(carried)
    return carried


def going_on(
    headers: Mapping[str, str] | None, name: str, job: Callable[[], Awaitable[None]], **attributes: str
) -> Callable[[], Awaitable[None]]:
    """The job within a span that began now and belongs to the one in the headers; its wait is the stage `queue`."""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

    put = time.perf_counter()
    parent = TraceContextTextMapPropagator().extract(dict(headers or {}))

    async def run() -> None:
        if _tracer is None:  # switched off since
            await job()
            return
        with _tracer.start_as_current_span(name, context=parent, attributes=attributes, start_time=_wall_ns(put)):
            stage("queue", put, time.perf_counter())
            await job()

    return run


def trace_id() -> str:
    """Of the current span, as logs name it; empty without one."""
    from opentelemetry.trace import format_trace_id, get_current_span  # noqa: PLC0415

    context = get_current_span().get_span_context()
    return format_trace_id(context.trace_id) if context.is_valid else ""


def _wall_ns(counter_s: float) -> int:
    return _wall_less_counter_ns + int(counter_s * 1e9)
