"""The room one connection follows: how it comes and goes, and what it asks for while it is there.

Everything here is done one after the other, in the order of the client's frames (P2).
"""

import contextlib
from collections.abc import Awaitable, Callable
from itertools import count

from msgspec import UNSET
from zerocards.common.v1 import common_pb2
from zerocards.game.v1 import command_pb2, game_pb2

from services.common.codes import Code, parse_code
from services.gateway import verbs
from services.gateway.answers import Refused
from services.gateway.entering import Arrival, outcome
from services.gateway.following import Following
from services.gateway.frames import CommandId
from services.gateway.gateway import Gateway
from services.gateway.talk import Talk

Job = Callable[[], Awaitable[object]]


class Visit:
    """A Visitor. Methods that answer a frame return the version that holds its effect and raise Refused."""

    def __init__(
        self,
        gateway: Gateway,
        connection_id: str,
        player_id: str,
        *,
        send: Callable[[bytes], None],
        later: Callable[[Job], None],
    ) -> None:
        self.player_id = player_id
        self.address = f"{gateway.id}/{connection_id}"
        self.send = send
        self._gateway = gateway
        self._connection_id = connection_id
        self._later = later
        self._numbers = count(1)
        self._talk = Talk(gateway.bus, gateway.config.talk_cooldown_s)
        self._room: Following | None = None
        self._connected: Code | None = None
        """Where a worker may have been told of this connection, and has to be told of its end."""

    async def resume(self, text: str) -> Arrival | None:
        """Takes the player's seat in that room again, or the place of who waits for one; None where there is neither.

        `follow` is the next step.
        """
        code = parse_code(text)
        if code is None:
            return None
        try:
            accepted = await self._connect(code)
        except Refused as refused:
            if refused.refusal.code in ("not_found", "not_seated"):
                return None
            raise
        return Arrival(code, accepted.version, accepted.seat, accepted.waiting)

    async def arrive(self, arrival: Arrival) -> int:
        """Follows the room from now on, and no other."""
        if self._room is not None and self._room.code != arrival.code:
            await self.quit()
        if arrival.seat:
            await self._connect(arrival.code)
        elif arrival.waiting:
            await self._wait(arrival.code)
        await self.follow(arrival)
        return arrival.version

    async def command(self, frame_id: CommandId, command: verbs.Command) -> int:
        room = self._present()
        message = verbs.to_proto(command)
        accepted = outcome(await self._gateway.workers.command(room.code, self.player_id, frame_id.to_proto(), message))
        if command.leave is not UNSET:
            self._connected = None
            await self._unfollow()
        elif accepted.seat and not room.seat:
            # A spectator has joined.
            await self._connect(room.code)
            room.enter(accepted.seat, waiting=False)
        elif accepted.waiting:
            await self._wait(room.code)
            room.enter("", waiting=True)
        return accepted.version

    async def talk(self, phrase: str) -> int:
        room = self._present()
        if not room.seat:
            raise Refused("not_seated")
        await self._talk.say(room.code, room.seat, phrase)
        return 0

    async def resync(self) -> int:
        self._present().fetch("client")
        return 0

    async def take_back(self) -> int:
        """COM-31: the seat moves here from the newer connection."""
        room = self._following()
        accepted = await self._connect(room.code)
        room.take_back()
        return accepted.version

    async def quit(self) -> int:
        self._following()
        await self._unfollow()
        return await self._disconnect()

    async def close(self) -> None:
        """The socket is gone."""
        await self._unfollow()
        await self._disconnect()

    def claim(self) -> None:
        self._later(self._claimed)

    def room_gone(self, room: Following) -> None:
        async def unfollow() -> None:
            if self._room is room:
                await self._unfollow()

        self._later(unfollow)

    async def _claimed(self) -> None:
        room = self._room
        if room is None or room.quiet:
            return
        try:
            await self._connect(room.code)
        except Refused:
            # The seat went as it came; the next update says more.
            return
        room.fetch("claimed")

    async def _connect(self, code: Code) -> game_pb2.Accepted:
        self._connected = code
        connect = command_pb2.ConnectPlayer(gateway=self._gateway.id, connection=self._connection_id)
        return outcome(await self._system(code, command_pb2.SystemCommand(connect=connect)))

    async def _wait(self, code: Code) -> None:
        """A place among those who wait for a seat is held as a seat is; without, it lasts until the next lobby."""
        with contextlib.suppress(Refused):
            await self._connect(code)

    async def _disconnect(self) -> int:
        """For a seat that a newer connection holds it changes nothing (P5)."""
        code, self._connected = self._connected, None
        if code is None:
            return 0
        disconnect = command_pb2.DisconnectPlayer(gateway=self._gateway.id, connection=self._connection_id)
        # Refused where the seat is gone, or where nobody is there to do it: then the lease's end will.
        response = await self._system(code, command_pb2.SystemCommand(disconnect=disconnect))
        return response.accepted.version

    async def _system(self, code: Code, command: command_pb2.SystemCommand) -> game_pb2.ApplyResponse:
        # The connection's own ids: a repeat of any of them is safe (P1).
        command_id = common_pb2.CommandId(session=self._connection_id, n=next(self._numbers))
        return await self._gateway.workers.system(code, self.player_id, command_id, command)

    async def follow(self, arrival: Arrival) -> None:
        if self._room is not None:
            await self._unfollow()
        room = self._room = Following(arrival.code, self, self._gateway.workers)
        room.feed = await self._gateway.feeds.follow(arrival.code, room)
        room.enter(arrival.seat, waiting=arrival.waiting)

    async def _unfollow(self) -> None:
        room, self._room = self._room, None
        if room is not None and room.feed is not None:
            room.stop()
            await self._gateway.feeds.unfollow(room.feed, room)

    def _following(self) -> Following:
        if self._room is None:
            raise Refused("not_seated")
        return self._room

    def _present(self) -> Following:
        """The room, for what only the connection that holds the seat may do (COM-31)."""
        room = self._following()
        if room.quiet:
            raise Refused("not_seated")
        return room
