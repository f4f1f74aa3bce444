"""Questions to the game workers over NATS, asked again until one of them answers (P4)."""

import asyncio
from dataclasses import dataclass

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_exponential_jitter
from zerocards.common.v1 import common_pb2
from zerocards.game.v1 import command_pb2, game_pb2

from services.common import log, subjects
from services.common.bus import Bus, NoReply, Unanswered
from services.common.clock import Clock
from services.common.codes import Code
from services.gateway import metrics

_FIRST_TRY_S = 1.0
"""A worker that dies with a command in hand costs a room so long; a healthy one answers in milliseconds."""
_LONGER = 1.5
_BACK_OFF = wait_exponential_jitter(multiplier=0.05, max=1, jitter=0.05)
_LOG = log.get()


@dataclass(frozen=True, slots=True)
class Workers:
    """Whichever game worker takes it. Refusals come back as messages: `unavailable` when nobody answered in time."""

    bus: Bus
    clock: Clock
    patience_s: float

    async def command(
        self, code: Code, player_id: str, command_id: common_pb2.CommandId, command: command_pb2.Command
    ) -> game_pb2.ApplyResponse:
        return await self._apply(
            game_pb2.ApplyRequest(code=code, player_id=player_id, id=command_id, command=command), code
        )

    async def system(
        self, code: Code, player_id: str, command_id: common_pb2.CommandId, command: command_pb2.SystemCommand
    ) -> game_pb2.ApplyResponse:
        """What the gateway itself tells a room of a player."""
        return await self._apply(
            game_pb2.ApplyRequest(code=code, player_id=player_id, id=command_id, system=command), code
        )

    async def view(self, code: Code, player_id: str, why: str) -> game_pb2.GetViewResponse:
        metrics.FETCHES.labels(why).inc()
        request = game_pb2.GetViewRequest(code=code, player_id=player_id).SerializeToString()
        answer = await self._ask("view", subjects.view(code), request)
        if answer is None:
            return game_pb2.GetViewResponse(refusal=_UNAVAILABLE)
        return game_pb2.GetViewResponse.FromString(answer)

    async def replay(self, code: Code, number: int, *, positions: bool) -> game_pb2.GetReplayResponse:
        request = game_pb2.GetReplayRequest(code=code, replay=number, positions=positions).SerializeToString()
        answer = await self._ask("replay", subjects.replay(code), request)
        if answer is None:
            return game_pb2.GetReplayResponse(refusal=_UNAVAILABLE)
        return game_pb2.GetReplayResponse.FromString(answer)

    async def sync(self, versions: dict[Code, int]) -> dict[str, int]:
        """Those of the rooms whose version differs, with the version Redis has. Raises Unanswered."""
        rooms = [game_pb2.RoomVersion(code=code, version=version) for code, version in versions.items()]
        request = game_pb2.SyncRequest(rooms=rooms).SerializeToString()
        answer = await self.bus.request(subjects.SYNC, request, timeout_s=_FIRST_TRY_S)
        return {room.code: room.version for room in game_pb2.SyncResponse.FromString(answer).rooms}

    async def _apply(self, request: game_pb2.ApplyRequest, code: Code) -> game_pb2.ApplyResponse:
        # Repeats carry the same id (P1) and the same deadline: a worker drops what nobody waits for any more.
        request.deadline_ms = self.clock() + self.patience_s * 1_000
        answer = await self._ask("cmd", subjects.command(code), request.SerializeToString())
        if answer is None:
            return game_pb2.ApplyResponse(id=request.id, refusal=_UNAVAILABLE)
        return game_pb2.ApplyResponse.FromString(answer)

    async def _ask(self, kind: str, subject: str, request: bytes) -> bytes | None:
        """None when the patience is at its end."""
        timeout_s = min(_FIRST_TRY_S, self.patience_s)
        began = asyncio.get_running_loop().time()
        try:
            # A path of its own, because what tries again costs as much as the question.
            return await self.bus.request(subject, request, timeout_s=timeout_s)
        except Unanswered as why:
            metrics.RETRIES.labels(kind, type(why).__name__).inc()
        try:
            async with asyncio.timeout_at(began + self.patience_s):
                async for attempt in AsyncRetrying(retry=retry_if_exception_type(Unanswered), wait=_pause):
                    with attempt:
                        timeout_s *= _LONGER
                        return await self.bus.request(subject, request, timeout_s=timeout_s)
        except TimeoutError:
            _LOG.warning("no worker answers", subject=subject)
        return None


def _pause(state: RetryCallState) -> float:
    """None where a whole time-out has been waited already."""
    unanswered = state.outcome.exception() if state.outcome else None
    return 0.0 if isinstance(unanswered, NoReply) else _BACK_OFF(state)


_UNAVAILABLE = common_pb2.Refusal(code="unavailable", retry_after_ms=2_000)
