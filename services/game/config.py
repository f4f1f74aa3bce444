"""What a game worker is told by its environment."""

from typing import Annotated

from msgspec import Meta

from services.common.config import Port, Seconds, ServiceConfig

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Days = Annotated[float, Meta(gt=0, le=365)]


class GameConfig(ServiceConfig, frozen=True, kw_only=True):
    """`ZEROCARDS_GAME_…`, besides what every service has."""

    grpc_port: Port = 9102
    game_peers: tuple[str, ...] = ("ops",)
    """Names in the certificates of those who may call, where gRPC is TLS: they can see every hand (P7)."""
    game_rooms_at_once: Count = 64
    """Rooms that this worker has in hand at the same time."""
    game_queue_per_room: Count = 64
    """Requests for one room that may wait; more are refused with `overloaded` (P8)."""
    game_queue: Count = 4_096
    """Requests for all rooms that may wait."""
    game_deadlines_every_s: Annotated[Seconds, Meta(le=1)] = 0.5
    """How often the other workers' deadlines are looked for: with the second that a claim lasts, within 2 s (P4)."""
    game_gateways_every_s: Annotated[Seconds, Meta(le=4)] = 2.0
    """How often dead gateways are looked for: with the 10 s of a lease, within 15 s (P5)."""
    game_room_days: Days = 2
    """How long a room is kept that nothing happens in."""
    game_replay_days: Days = 2
    """How long a finished round can be replayed."""
