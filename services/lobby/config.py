"""What the lobby service is told."""

from services.common.config import Port, Seconds, ServiceConfig, Text


class LobbyConfig(ServiceConfig, frozen=True, kw_only=True):
    grpc_port: Port = 9101
    lobby_peers: tuple[str, ...] = ("gateway", "ops")
    """Names in the certificates of those who may call, where gRPC is TLS."""
    reread_s: Seconds = 5
    """How often the whole index is read again: as long a change that was missed may show."""
    watch_interval_s: Seconds = 1
    """How often a watched list may be sent."""
    create_s: Seconds = 5
    """How long a room may take to open, retries and all."""
    quick_ruleset: Text = "zerocards"
    """What quick play opens when none is asked for."""
