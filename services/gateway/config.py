"""The gateway's configuration."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from services.common.config import Port, Seconds, ServiceConfig, Text

Count = Annotated[int, Meta(ge=1)]
OptionalCount = Annotated[int, Meta(ge=0)]
"""0: no limit."""


class GatewayConfig(ServiceConfig, frozen=True, kw_only=True):
    """Read from `ZEROCARDS_*`."""

    port: Port = 8080
    """The public port: pages, `/api`, `/ws`."""
    lobby_addr: Text = "127.0.0.1:7402"
    """The lobby service's gRPC address."""
    origins: tuple[str, ...] = ()
    """Exactly the origins whose pages may open sockets, e.g. https://0cards.example; none: the page's own host."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed; none: nobody's."""
    static_dir: Text = str(Path(__file__).parent / "static")
    """The built web client."""

    frame_bytes: Count = 4 * 1024
    stroke_bytes: Count = 24 * 1024
    """For a circle's stroke alone."""
    messages_per_s: Annotated[float, Meta(gt=0)] = 10
    message_burst: Count = 20
    flood_pause_s: Annotated[float, Meta(ge=0, le=3_600)] = 10
    """How long a player whose connection was cut off for flooding is turned away by this gateway."""
    hello_s: Seconds = 5
    ping_s: Seconds = 15
    command_queue: Count = 16
    """Frames of one connection that wait for the one before; more are refused with `overloaded`."""
    outbox_frames: Count = 256
    outbox_bytes: Count = 512 * 1024
    """What may wait for a slow reader before it is cut off."""
    talk_cooldown_s: Seconds = 1.5

    fast_sockets: bool = False
    """The short way through the websocket library (services/common/fast)."""

    connections: Count = 10_000
    """On this gateway."""
    connections_per_address: OptionalCount = 100
    """On this gateway. Whole schools share an address."""
    newcomers_per_hour: OptionalCount = 1_000
    """Players without a token from one address, over all gateways: each of them is remembered for a day."""
    entries_per_minute: OptionalCount = 120
    """How often one address may ask for a seat, over all gateways."""
    rooms_per_hour: OptionalCount = 60
    """Rooms one address may open, over all gateways."""
    pages_per_address: OptionalCount = 200
    """Connections for pages that one address may have open on this gateway. Not counted behind a trusted proxy."""
    request_s: Seconds = 10
    """How long a request may take to arrive."""
    lists_per_minute: OptionalCount = 120
    """Requests of one address for the list of open lobbies, over all gateways."""
    replays_per_minute: OptionalCount = 30
    """Replays of one address, over all gateways: a long one costs a worker as much as a thousand moves."""
    misses_per_minute: OptionalCount = 20
    """Room codes one address may get wrong, over all gateways."""
    misses_overall: OptionalCount = 2_000
    """Room codes that may be got wrong in a minute by everybody together."""

    patience_s: Seconds = 10
    """How long a command is tried again before it is refused with `unavailable`."""
    silence_s: Seconds = 2
    """After so long without an update a room's version is compared with Redis (P3)."""
    session_days: Annotated[int, Meta(ge=1, le=400)] = 30
    """How long an unused token is remembered."""
