"""What all connections of one gateway share."""

from dataclasses import dataclass

from services.common.bus import Bus
from services.common.clock import Clock
from services.gateway.asking import Workers
from services.gateway.config import GatewayConfig
from services.gateway.connections import Connections
from services.gateway.feeds import Feeds
from services.gateway.limits import AddressLimits
from services.gateway.lobbies import Lobbies
from services.gateway.lobby import Lobby
from services.gateway.sessions import Sessions
from services.gateway.spent import SpentTokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Gateway:
    id: str
    """New at each start: the seats that an earlier process held are not this one's."""
    config: GatewayConfig
    clock: Clock
    bus: Bus
    workers: Workers
    feeds: Feeds
    sessions: Sessions
    spent_tokens: SpentTokens
    limits: AddressLimits
    lobby: Lobby
    lobbies: Lobbies
    connections: Connections
