"""A service's configuration: one frozen object, read once from `ZEROCARDS_*` variables.

A field `nats_url` is the variable `ZEROCARDS_NATS_URL`. A variable that is not set, or empty, leaves the default.
A tuple is written with commas. Messages repeat no free text: it may hold a password.
"""

import os
import sys
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo

PREFIX = "ZEROCARDS_"

Port = Annotated[int, Meta(ge=0, le=65_535)]
"""0 lets the system choose one (for tests)."""
Seconds = Annotated[float, Meta(gt=0, le=3_600)]
Text = Annotated[str, Meta(min_length=1)]


class ServiceConfig(Struct, frozen=True, kw_only=True):
    """What every service is told; each adds its own fields."""

    nats_url: Text = "nats://127.0.0.1:4222"
    """Several servers of one cluster with commas."""
    redis_url: Text = "redis://127.0.0.1:6379/0"
    redis_sentinels: tuple[str, ...] = ()
    """host:port of each Sentinel; the host in `redis_url` is then the name under which they know the primary."""
    tls_ca: str = ""
    """PEM file: whose signature NATS (tls://), Redis (rediss://) and the other services show; empty: the system's."""
    tls_cert: str = ""
    """PEM file: this service's own certificate. With a `tls_ca` gRPC is TLS both ways."""
    tls_key: str = ""
    host: Text = "127.0.0.1"
    """Where the service's ports listen; the image says 0.0.0.0."""
    metrics_port: Port = 9100
    """`/metrics`, `/healthz` and `/readyz`; never the public port."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "json", "pretty"] = "auto"
    """auto: pretty on a terminal, else one line of JSON."""
    fast_bus: bool = False
    """The short way through the NATS client (services/common/fast)."""
    traces_url: str = ""
    """Where OpenTelemetry's collector takes traces over gRPC, e.g. http://collector:4317; empty: there are none."""
    traces_share: Annotated[float, Meta(ge=0, le=1)] = 0.1
    """The share of commands that are traced."""
    start_s: Seconds = 30
    """How long NATS and Redis may take to appear when the service starts."""
    drain_s: Seconds = 20
    """How long the service may take to finish what it has begun once it is told to stop."""


C = TypeVar("C", bound=Struct)


def load(kind: type[C], environ: Mapping[str, str] = os.environ) -> C:
    """The configuration; ends the process with code 2 and names every variable at fault if there is one."""
    values: dict[str, Any] = {}
    faults: list[str] = []
    for field in msgspec.structs.fields(kind):
        name = PREFIX + field.name.upper()
        text = environ.get(name, "")
        if text:
            try:
                values[field.name] = _convert(text, field)
            except msgspec.ValidationError as fault:
                faults.append(f"{name}: {fault}")
        elif field.required:
            faults.append(f"{name}: must be set")
    if faults:
        print("Cannot start, the configuration is wrong:", *faults, sep="\n  ", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    return kind(**values)


def _convert(text: str, field: FieldInfo) -> Any:
    value: str | list[str] = text
    if get_origin(field.type) is tuple:
        value = [part.strip() for part in text.split(",") if part.strip()]
    return msgspec.convert(value, field.type, strict=False)
