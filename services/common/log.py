"""Structured logs on stdout: pretty on a terminal, else one line of JSON an entry. Ours and the libraries' alike."""

import logging
import sys
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit

import msgspec
import structlog
import structlog.tracebacks
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

from services.common import traces
from services.common.config import ServiceConfig

LEVELS = ("debug", "info", "warning", "error")
_LIBRARIES = ("asyncio", "uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "nats", "grpc")
_SECRET = ("token", "password", "secret", "authorization", "cookie", "credentials")


def get(**context: Any) -> FilteringBoundLogger:
    """A logger; `context` goes into each of its entries."""
    return cast(FilteringBoundLogger, structlog.get_logger(**context))


def configure(service: str, config: ServiceConfig) -> None:
    """Once, before anything is logged."""
    pretty = config.log_format == "pretty" or (config.log_format == "auto" and sys.stdout.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _naming(service),
        _tracing,
        hide_secrets,
    ]
    # Tracebacks come without the frames' variables: those hold hands, seeds and tokens (P7).
    rendered: list[Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if pretty
        else [
            structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(serializer=_json),
        ]
    )
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        # Which levels count is the root logger's business, so that it can be changed.
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendered],
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder(), structlog.stdlib.PositionalArgumentsFormatter()],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    for chatty in _LIBRARIES:
        # uvicorn brings handlers of its own.
        library = logging.getLogger(chatty)
        library.handlers, library.propagate = [], True
    set_level(config.log_level)


def set_level(level: str) -> None:
    """One of `LEVELS`, from now on. What libraries say below a warning is of no use to an operator."""
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.getLogger().setLevel(number)
    for chatty in _LIBRARIES:
        logging.getLogger(chatty).setLevel(max(number, logging.WARNING))


def level() -> str:
    """The present one."""
    return logging.getLevelName(logging.getLogger().level).lower()


def without_password(url: str) -> str:
    """A URL as it may be logged."""
    parts = urlsplit(url)
    if parts.username is None and parts.password is None:
        return url
    return urlunsplit(parts._replace(netloc="…@" + parts.netloc.rpartition("@")[2]))


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> Mapping[str, Any]:
    """A second lock: no entry should hold a token in the first place."""
    for key in event:
        if any(word in key.lower() for word in _SECRET):
            event[key] = "…"
    return event


def _naming(service: str) -> Processor:
    def name(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event["service"] = service
        return event

    return name


def _tracing(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    if traces.on and (trace := traces.trace_id()):
        event["trace"] = trace
    return event


def _json(event: Any, **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()
