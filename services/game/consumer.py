"""From NATS and the timers into the rooms' queues, answers back, rooms of a newer schema passed on (P6)."""

from collections.abc import Awaitable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial

from services.common import log, subjects, traces
from services.common.arrived import Arrived
from services.common.bus import Bus, NotDelivered
from services.common.codes import Code
from services.game import metrics
from services.game.codec import SCHEMA, NewerSchema
from services.game.dispatch import BUSY, KINDS, Dispatch, Work, refused
from services.game.queues import Job, RoomQueues
from services.game.requests import Refusal
from services.game.store import OutcomeUnknown
from services.game.subscribing import serving

KIND = "Zerocards-Kind"
"""The header of what is passed on: the kind of work, since the subject no longer says it."""
_SUBJECTS = (
    subjects.ALL_COMMANDS,
    subjects.ALL_VIEWS,
    subjects.ALL_REPLAYS,
    *map(subjects.all_of_schema, range(1, SCHEMA + 1)),
)
_LOG = log.get()


class Consumer:
    """Holds what is queued and nothing else."""

    def __init__(self, bus: Bus, queues: RoomQueues, dispatch: Dispatch) -> None:
        self._bus = bus
        self._queues = queues
        self._dispatch = dispatch

    def listening(self) -> AbstractAsyncContextManager[None]:
        """Takes work while the body runs; after it, what has arrived is in its queue."""
        return serving(
            self._bus,
            (self._bus.subscribe_at_once(subject, self._take, queue=subjects.GAME_QUEUE) for subject in _SUBJECTS),
        )

    def due(self, code: Code) -> None:
        """A room's deadline has come. With no place in the queue it comes again in a second."""
        self._put(Work("due", code))

    def lost(self, code: Code, gateway: str) -> None:
        """A gateway that held connections to the room is dead. With no place in the queue it is found again."""
        self._put(Work("lost", code, gateway.encode()))

    def _take(self, message: Arrived) -> Awaitable[None] | None:
        """What is turned away is answered before more is read."""
        kind = (message.headers or {}).get(KIND) or message.subject.partition(".")[0]
        code = subjects.code_of(message.subject)
        if kind not in KINDS:
            _LOG.warning("unknown kind of work", subject=message.subject, kind=kind)
            return None
        if code is None:
            return self._answer(message.reply, refused(Work(kind, Code(""), message.data), Refusal("not_found")))
        work = Work(kind, code, message.data)
        if self._put(work, message.reply, message.headers):
            return None
        return self._answer(message.reply, refused(work, BUSY))

    def _put(self, work: Work, reply: str = "", headers: Mapping[str, str] | None = None) -> bool:
        job: Job = partial(self._serve, work, reply)
        if traces.on:
            job = traces.going_on(headers, work.kind, job, room=work.code)
        return self._queues.put(work.code, job)

    async def _serve(self, work: Work, reply: str) -> None:
        try:
            answer = await self._dispatch.do(work)
        except NewerSchema as newer:
            await self._pass_on(work, reply, newer.schema)
        except OutcomeUnknown as error:
            # To say anything now would be a guess. Who asked asks again, under the same id.
            _LOG.error("outcome unknown", room=work.code, kind=work.kind, error=str(error))
        else:
            await self._answer(reply, answer)

    async def _pass_on(self, work: Work, reply: str, schema: int) -> None:
        metrics.PASSED_ON.labels(work.kind).inc()
        subject = subjects.schema(schema, work.code)
        try:
            await self._bus.publish(subject, work.payload, reply=reply, headers={KIND: work.kind})
        except NotDelivered as error:
            _LOG.warning("not passed on", subject=subject, error=str(error))

    async def _answer(self, reply: str, answer: bytes | None) -> None:
        if not reply or answer is None:
            return
        try:
            await self._bus.publish(reply, answer)
        except NotDelivered as error:
            _LOG.warning("not answered", error=str(error))
