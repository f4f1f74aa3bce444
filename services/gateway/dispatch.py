"""What each kind of frame makes happen, once its sender is known."""

import time
from collections.abc import Callable

from services.common import log, traces
from services.gateway import answers, frames, metrics, verbs
from services.gateway.answers import Refusal, Refused
from services.gateway.entering import Entrance
from services.gateway.frames import CommandId, Frame
from services.gateway.gateway import Gateway
from services.gateway.lobbies import Filter
from services.gateway.strict import Strict
from services.gateway.visit import Visit

_FAILURES = frozenset({"overloaded", "unavailable", "internal"})
"""Refusals that are the service's fault: what is promised of answers is measured by them."""
_LOG = log.get()


class Dispatch:
    def __init__(self, gateway: Gateway, visit: Visit, entrance: Entrance, send: Callable[[bytes], None]) -> None:
        self._gateway = gateway
        self._visit = visit
        self._entrance = entrance
        self._send = send
        self._watched: Filter | None = None

    def at_once(self, frame: Frame) -> bool:
        """Answers what needs nobody else and keeps no order; false for the rest."""
        match frame.body:
            case frames.Ping(sent_ms):
                self._send(answers.pong(sent_ms, self._gateway.clock()))
            case frames.WatchLobbies() as wanted:
                self._watch(frame.id, wanted)
            case frames.Hello():
                refuse(self._send, frame.id, Refusal("bad_command", {"why": "There has been a hello"}))
            case _:
                return False
        return True

    async def answer(self, frame: Frame) -> None:
        """Does it and says how it went."""
        frame_id = frame.id
        if frame_id is None:
            raise AssertionError("a frame that is answered in order has an id")
        began = time.perf_counter()
        result = "accepted"
        try:
            with traces.span(frame.kind):
                version = await self._act(frame_id, frame.body)
        except Refused as refused:
            result = "failed" if refused.refusal.code in _FAILURES else "refused"
            refuse(self._send, frame_id, refused.refusal)
        except Exception:
            result = "failed"
            _LOG.exception("frame failed", kind=frame.kind)
            refuse(self._send, frame_id, Refusal("internal"))
        else:
            self._send(answers.accepted(frame_id, version))
        metrics.ANSWERED.by[result].observe(time.perf_counter() - began)

    async def close(self) -> None:
        if self._watched is not None:
            self._gateway.lobbies.unwatch(self._watched, self._send)
        await self._visit.close()

    async def _act(self, frame_id: CommandId, body: Strict) -> int:
        """The version that holds the effect, 0 where it is no room's. Raises Refused."""
        visit = self._visit
        match body:
            case verbs.Command():
                return await visit.command(frame_id, body)
            case frames.Create():
                return await visit.arrive(await self._entrance.create(frame_id, body))
            case frames.Enter():
                return await visit.arrive(await self._entrance.enter(frame_id, body))
            case frames.QuickPlay():
                return await visit.arrive(await self._entrance.quick_play(frame_id, body))
            case frames.Talk(phrase):
                return await visit.talk(phrase)
            case frames.Resync():
                return await visit.resync()
            case frames.Quit():
                return await visit.quit()
            case frames.TakeBack():
                return await visit.take_back()
        raise Refused("unknown_command")

    def _watch(self, frame_id: CommandId | None, wanted: frames.WatchLobbies) -> None:
        if self._watched is not None:
            self._gateway.lobbies.unwatch(self._watched, self._send)
            self._watched = None
        if not wanted.on:
            return
        chosen = Filter(wanted.ruleset, wanted.query)
        try:
            self._gateway.lobbies.watch(chosen, self._send)
        except Refused as refused:
            refuse(self._send, frame_id, refused.refusal)
        else:
            self._watched = chosen


def refuse(send: Callable[[bytes], None], frame_id: CommandId | None, refusal: Refusal) -> None:
    """Without an id where the frame had none that could be read."""
    metrics.REFUSED.labels(refusal.code).inc()
    send(answers.refused(frame_id, refusal))
