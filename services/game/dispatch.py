"""One piece of work: a request's bytes to the handler, the answer's bytes back. The same for NATS, gRPC and timers."""

from collections.abc import Awaitable, Callable

from google.protobuf.message import DecodeError
from msgspec import Struct
from zerocards.game.v1 import game_pb2

from services.common import log
from services.common.clock import Clock
from services.common.codes import Code
from services.game import metrics, requests
from services.game.codec import NewerSchema
from services.game.engine import Refused
from services.game.handler import Handler
from services.game.requests import Refusal
from services.game.store import OutcomeUnknown

BUSY = Refusal("overloaded", retry_after_ms=250)
_BUG = Refusal("internal")
_LOG = log.get()


class Work(Struct, frozen=True):
    """Something asked of a room."""

    kind: str
    """One of `KINDS`."""
    code: Code
    payload: bytes = b""
    """cmd: ApplyRequest. view: GetViewRequest. replay: GetReplayRequest. due: nothing. lost: the gateway's id."""


KINDS = ("cmd", "view", "replay", "due", "lost")


class Dispatch:
    """Does work; never fails but in the two ways that only whoever asked can deal with."""

    def __init__(self, handler: Handler, clock: Clock) -> None:
        self._handler = handler
        self._clock = clock
        self._by_kind: dict[str, Callable[[Work], Awaitable[bytes | None]]] = {
            "cmd": self._command,
            "view": self._view,
            "replay": self._replay,
            "due": self._due,
            "lost": self._lost,
        }

    async def do(self, work: Work) -> bytes | None:
        """The answer; None where nobody waits for one. Raises NewerSchema, OutcomeUnknown."""
        try:
            return await self._by_kind[work.kind](work)
        except (NewerSchema, OutcomeUnknown):
            raise
        except Exception:
            metrics.BUGS.inc()
            _LOG.exception("work failed", room=work.code, kind=work.kind)
            return refused(work, _BUG)

    async def _command(self, work: Work) -> bytes | None:
        message = game_pb2.ApplyRequest()
        try:
            message = requests.parse(work.payload)
            request = requests.read(message)
            if request.code != work.code:
                raise Refused("bad_command")
        except Refused as refusal:
            return requests.write(message, Refusal(refusal.code, refusal.params)).SerializeToString()
        if 0 < request.deadline_ms < self._clock():
            metrics.TOO_LATE.inc()
            return None
        return requests.write(message, await self._handler.apply(request)).SerializeToString()

    async def _view(self, work: Work) -> bytes | None:
        try:
            message = game_pb2.GetViewRequest.FromString(work.payload)
        except DecodeError:
            return refused(work, Refusal("bad_command"))
        return (await self._handler.view(work.code, message.player_id)).SerializeToString()

    async def _replay(self, work: Work) -> bytes | None:
        try:
            message = game_pb2.GetReplayRequest.FromString(work.payload)
        except DecodeError:
            return refused(work, Refusal("bad_command"))
        return (await self._handler.replay(work.code, message.replay, positions=message.positions)).SerializeToString()

    async def _due(self, work: Work) -> None:
        await self._handler.expire(work.code)

    async def _lost(self, work: Work) -> None:
        await self._handler.lose(work.code, work.payload.decode())


def refused(work: Work, refusal: Refusal) -> bytes | None:
    """The answer to work that was not done."""
    match work.kind:
        case "cmd":
            try:
                message = requests.parse(work.payload)
            except Refused:
                message = game_pb2.ApplyRequest()
            return requests.write(message, refusal).SerializeToString()
        case "view":
            return game_pb2.GetViewResponse(refusal=requests.refusal(refusal)).SerializeToString()
        case "replay":
            return game_pb2.GetReplayResponse(refusal=requests.refusal(refusal)).SerializeToString()
        case _:
            return None
