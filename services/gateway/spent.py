"""A token in two hands: every gateway ends that player's connections."""

from zerocards.gateway.v1 import session_pb2

from services.common import subjects
from services.common.arrived import Arrived
from services.common.bus import Bus
from services.gateway.closing import Close
from services.gateway.connections import Connections


class SpentTokens:
    def __init__(self, bus: Bus, connections: Connections) -> None:
        self._bus = bus
        self._connections = connections

    async def listen(self) -> None:
        await self._bus.subscribe(subjects.SESSION_SPENT, self._on_spent)

    async def announce(self, player_id: str) -> None:
        """Reaches this gateway too, by the same way."""
        await self._bus.publish(
            subjects.SESSION_SPENT, session_pb2.SessionSpent(player_id=player_id).SerializeToString()
        )

    async def _on_spent(self, message: Arrived) -> None:
        spent = session_pb2.SessionSpent.FromString(message.data)
        self._connections.end_player(spent.player_id, Close.TOKEN_SPENT)
