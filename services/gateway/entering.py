"""Ways into a room: open one, enter one by its code, be brought to one. Each ends with a seat or a place to watch."""

import hashlib
from dataclasses import dataclass

from zerocards.game.v1 import command_pb2, game_pb2

from services.common.codes import ALPHABET, LENGTH, Code, parse_code
from services.gateway.answers import Refused, refusal_from
from services.gateway.frames import CommandId, Create, Enter, QuickPlay
from services.gateway.gateway import Gateway
from services.gateway.limits import AddressLimits

_TRIES = 5
_TRY_ANOTHER = frozenset({"room_full", "not_found", "wrong_phase", "banned"})
"""Between the choice of a room and the seat in it, others move too."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What the room's worker said. Without a seat: to watch, `waiting` for a seat or not."""

    code: Code
    version: int
    seat: str
    waiting: bool


@dataclass(frozen=True, slots=True)
class Entrance:
    """For one player at one address. Every method raises Refused; all may be repeated under the same id."""

    gateway: Gateway
    player_id: str
    address: str

    @property
    def _limits(self) -> AddressLimits:
        return self.gateway.limits

    async def create(self, frame_id: CommandId, frame: Create) -> Arrival:
        await self._limits.room_opened(self.address)
        code = self._code_for(frame_id)
        code = await self.gateway.lobby.create(code, frame.ruleset, frame.settings)
        return await self._join(code, frame_id, frame.name)

    async def enter(self, frame_id: CommandId, frame: Enter) -> Arrival:
        await self._limits.entered(self.address)
        await self._limits.may_guess(self.address)
        code = parse_code(frame.code)
        try:
            if code is None:
                raise Refused("not_found")
            if frame.watch:
                return await self._apply(code, frame_id, command_pb2.Command(watch=command_pb2.WatchRoom()))
            return await self._join(code, frame_id, frame.name)
        except Refused as refused:
            if refused.refusal.code == "not_found":
                await self._limits.missed(self.address)
            raise

    async def quick_play(self, frame_id: CommandId, frame: QuickPlay) -> Arrival:
        await self._limits.entered(self.address)
        await self._limits.may_open(self.address)
        for attempt in range(_TRIES):
            proposed = self._code_for(frame_id, attempt)
            code = await self.gateway.lobby.quick_play(proposed, frame.ruleset)
            if code == proposed:
                await self._limits.room_opened(self.address)
            try:
                return await self._join(code, frame_id, frame.name)
            except Refused as refused:
                if refused.refusal.code not in _TRY_ANOTHER:
                    raise
                last = refused
        raise last

    async def _join(self, code: Code, frame_id: CommandId, name: str) -> Arrival:
        return await self._apply(code, frame_id, command_pb2.Command(join=command_pb2.JoinRoom(name=name)))

    async def _apply(self, code: Code, frame_id: CommandId, command: command_pb2.Command) -> Arrival:
        accepted = outcome(await self.gateway.workers.command(code, self.player_id, frame_id.to_proto(), command))
        return Arrival(code, accepted.version, accepted.seat, accepted.waiting)

    def _code_for(self, frame_id: CommandId, attempt: int = 0) -> Code:
        """The same for the same frame, so that its repeat finds the same room; to others it looks drawn by lot."""
        named = f"{self.player_id}/{frame_id.session}/{frame_id.n}/{attempt}"
        digest = hashlib.sha256(named.encode()).digest()
        return Code("".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LENGTH]))


def outcome(response: game_pb2.ApplyResponse) -> game_pb2.Accepted:
    """Raises Refused."""
    if response.HasField("accepted"):
        return response.accepted
    if response.HasField("refusal"):
        raise refusal_from(response.refusal)
    raise Refused("internal")
