"""Opens rooms: one command to the game workers, repeated under the same id until one of them answers."""

import secrets
from collections.abc import Mapping

from zerocards.common.v1.common_pb2 import CommandId, Refusal
from zerocards.game.v1.command_pb2 import CreateRoom, SystemCommand
from zerocards.game.v1.game_pb2 import ApplyRequest, ApplyResponse

from services.common.bus import Bus, Unanswered
from services.common.clock import wall_ms
from services.common.codes import Code
from services.common.subjects import command
from services.lobby import metrics

Outcome = int | Refusal
"""The version of the room that is open now, or why there is none."""


class Opener:
    def __init__(self, bus: Bus, patience_s: float) -> None:
        self._bus = bus
        self._patience_s = patience_s

    async def open(self, code: Code, ruleset: str, settings: Mapping[str, str]) -> Outcome:
        """Opens the room, or finds it open where an earlier try with this code came through."""
        request = ApplyRequest(
            code=code,
            id=CommandId(session=secrets.token_hex(8), n=1),
            system=SystemCommand(create=CreateRoom(ruleset=ruleset, settings=settings)),
            deadline_ms=wall_ms() + self._patience_s * 1_000,
        )
        try:
            answer = await self._bus.ask(command(code), request.SerializeToString(), patience_s=self._patience_s)
        except Unanswered:
            metrics.OPENED.labels("unavailable").inc()
            return Refusal(code="unavailable", retry_after_ms=1_000)
        response = ApplyResponse.FromString(answer)
        if response.HasField("accepted"):
            metrics.OPENED.labels("accepted").inc()
            return response.accepted.version
        metrics.OPENED.labels(response.refusal.code).inc()
        return response.refusal
