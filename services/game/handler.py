"""The path of a command: load, decide, commit, publish, answer. One handler behind NATS, gRPC and the timers."""

import asyncio
import time

from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_exponential_jitter
from zerocards.game.v1 import game_pb2

from services.common import log
from services.common.codes import Code
from services.game import bot_turns, codec, commits, metrics, requests, roundlog, updates
from services.game import positions as replays
from services.game.codec import NewerSchema, Record, Spoken
from services.game.commits import Commit, Draft, connected
from services.game.engine import Refused, Room, apply, commands, next_deadline
from services.game.publisher import Publisher
from services.game.replay_file import parse
from services.game.requests import Accepted, Entropy, Refusal, Reply, Request
from services.game.store import Change, OutcomeUnknown, Store, Stored, Unavailable
from services.game.timers import Expect

_TRIES = 20
"""A conflict means that another command was accepted meanwhile; so many in a row, that there is a crowd."""
_BUSY = Refusal("overloaded", retry_after_ms=100)
_AWAY = Refusal("unavailable", retry_after_ms=500)
_BUG = Refusal("internal")
_AFTER_BUG_MS = 30_000
"""A deadline whose decision failed by a bug is not tried again sooner."""
_SOON_MS = 1_000
_LOG = log.get()


class Handler:
    """Keeps nothing of a room between two calls."""

    def __init__(self, store: Store, publisher: Publisher, *, entropy: Entropy, expect: Expect) -> None:
        self._store = store
        self._publisher = publisher
        self._entropy = entropy
        self._expect = expect

    async def apply(self, request: Request) -> Reply:
        """Applies one command, once (P1).

        Raises NewerSchema, and OutcomeUnknown if even reading back failed: then nobody knows, and nothing may be said.
        """
        try:
            reply = await self._apply(request)
        except Unavailable as error:
            _LOG.warning("redis cannot be asked", error=str(error))
            reply = _AWAY
        result = reply.code if isinstance(reply, Refusal) else "accepted"
        metrics.COMMANDS.inc(request.kind, result)
        return reply

    async def _apply(self, request: Request) -> Reply:
        since = time.perf_counter()
        stored = await self._store.load(request.code, request.player)
        since = metrics.stage("load", since)
        for _ in range(_TRIES):
            spoken = codec.read_spoken(stored)
            if answered := _answered(request, spoken):
                return await self._answer_again(request, stored, answered)
            decided = self._decide(request, stored, spoken)
            since = metrics.stage("decide", since)
            if not isinstance(decided, Commit):
                return decided
            newer = await self._commit(decided.change)
            since = metrics.stage("commit", since)
            if newer is None:
                self._expect(request.code, decided.change.due_ms)
                await self._publisher.committed(decided)
                metrics.stage("publish", since)
                return decided.accepted
            metrics.CONFLICTS.inc()
            stored = newer
        return _BUSY

    def _decide(self, request: Request, stored: Stored, spoken: list[Spoken]) -> Commit | Reply:
        """What the rules say. A bug in them costs this command, and no more."""
        command: commands.Command | None = None
        try:
            record = codec.read(stored)
            if record is None:
                if request.kind != "create":
                    raise Refused("not_found")
                record = Record(Room(code=request.code))
            elif request.kind == "create":
                return Accepted(stored.version, idle=True)
            room = record.room
            command = request.command(room, self._entropy)
            if request.kind == "expire" and (due_ms := next_deadline(room)) is not None:
                metrics.LATE.observe(max(stored.now_ms - due_ms, 0) / 1000)
            draft = Draft(request, record, spoken, stored.version)
            happened = apply(room, command, stored.now_ms)
            if not happened:
                seat, waiting = room.seat_of(request.player), commits.waits(room, request.player)
                return Accepted(stored.version, seat, waiting, idle=True)
            return draft.finish(command, happened)
        except Refused as refused:
            return Refusal(refused.code, refused.params)
        except NewerSchema:
            raise
        except Exception:
            metrics.BUGS.inc()
            asked = roundlog.written(command) if command else request.kind
            by = command.by if command else ""
            told = {"room": request.code, "version": stored.version, "id": f"{request.session}:{request.n}"}
            _LOG.exception("command failed", **told, by=by, command=asked)
            return _BUG

    async def _commit(self, change: Change) -> Stored | None:
        """None when it is in; else what is there instead."""
        try:
            return await self._store.commit(change)
        except OutcomeUnknown as error:
            _LOG.warning("commit not answered", room=change.code, version=change.version, error=str(error))
        try:
            stored = await _load_again(self._store, change.code, change.player)
        except Unavailable as error:
            metrics.UNKNOWN.labels("nothing").inc()
            raise OutcomeUnknown(str(error)) from error
        # If it is not in now, it may come in yet; then ours, decided again, is the one that finds another version.
        found = stored.token == change.token or stored.version == change.version == 0
        metrics.UNKNOWN.labels("in" if found else "not_in").inc()
        return None if found else stored

    async def _answer_again(self, request: Request, stored: Stored, answered: Reply) -> Reply:
        """What was said the first time; and once more the state, and to bots what they owe: lost with the answer,
        it may never have been told (P3, P4).
        """
        record = codec.read(stored)
        if record is not None and isinstance(answered, Accepted):
            metrics.REPEATED.inc()
            update = _update(record, stored)
            update.player_id = request.player
            update.id.session, update.id.n = request.session, request.n
            seen = _views(record, stored)
            updates.everything(update, record.room, seen)
            await self._publisher.update(request.code, update.SerializeToString())
            self._publisher.ask_bots(bot_turns.still_owed(record.room, seen, stored.version))
        return answered

    async def view(self, code: Code, player: str) -> game_pb2.GetViewResponse:
        """Every view of the room that this player may see. Raises NewerSchema."""
        try:
            stored = await self._store.load(code)
        except Unavailable:
            return game_pb2.GetViewResponse(refusal=requests.refusal(_AWAY))
        record = codec.read(stored)
        if record is None:
            return game_pb2.GetViewResponse(refusal=requests.refusal(Refusal("not_found")))
        seat = record.room.seat_of(player) if player else ""
        response = game_pb2.GetViewResponse(update=_update(record, stored), seat=seat)
        updates.everything(response.update, record.room, _views(record, stored), {seat})
        return response

    async def replay(self, code: Code, number: int, *, positions: bool) -> game_pb2.GetReplayResponse:
        """A finished round of the room as it was played; the room itself may be long gone."""
        try:
            text = await self._store.finished_log(code, str(number))
        except Unavailable:
            return game_pb2.GetReplayResponse(refusal=requests.refusal(_AWAY))
        if text is None:
            return game_pb2.GetReplayResponse(refusal=requests.refusal(Refusal("not_found")))
        if not positions:
            return game_pb2.GetReplayResponse(text=text)
        try:
            # Elsewhere than where commands wait: a long round takes as long as a thousand of them.
            packed = await asyncio.to_thread(lambda: replays.packed(parse(text)))
        except Refused as refused:
            return game_pb2.GetReplayResponse(refusal=requests.refusal(Refusal(refused.code, refused.params)))
        return game_pb2.GetReplayResponse(positions=packed)

    async def expire(self, code: Code) -> None:
        """Lets happen what has fallen due. Raises NewerSchema, OutcomeUnknown."""
        reply = await self.apply(requests.due(code))
        if isinstance(reply, Accepted) and not reply.idle:
            return
        if reply in (_AWAY, _BUSY):
            return
        try:
            await self._rearm(code, reply)
        except Unavailable as error:
            _LOG.warning("redis cannot be asked", error=str(error))

    async def _rearm(self, code: Code, reply: Reply) -> None:
        """What came up and was not done would come up each second: the room is gone, waits for later, or has a bug."""
        stored = await self._store.load(code)
        if reply == _BUG:
            due_ms: int | None = stored.now_ms + _AFTER_BUG_MS
        else:
            record = codec.read(stored)
            due_ms = next_deadline(record.room) if record else None
            if due_ms is not None:
                due_ms = max(due_ms, stored.now_ms + _SOON_MS)
        await self._store.rearm(code, stored.version, due_ms, stored.now_ms)

    async def lose(self, code: Code, gateway: str) -> None:
        """Shows a dead gateway's players of this room as offline; who waits there for a seat waits no more (P5).

        Raises NewerSchema, OutcomeUnknown.
        """
        try:
            record = codec.read(await self._store.load(code))
            held = [one for one in connected(record.room) if one.gateway == gateway] if record else []
            if not held:
                await self._store.leave(code, gateway)
        except Unavailable as error:
            _LOG.warning("redis cannot be asked", error=str(error))
            return
        for one in held:
            await self.apply(requests.lost(code, one.player, gateway, one.connection))


@retry(
    retry=retry_if_exception_type(Unavailable),
    wait=wait_exponential_jitter(multiplier=0.05, max=1, jitter=0.05),
    stop=stop_after_delay(5),
    reraise=True,
)
async def _load_again(store: Store, code: Code, player: str) -> Stored:
    return await store.load(code, player)


def _answered(request: Request, spoken: list[Spoken]) -> Reply | None:
    """The reply to a command that was applied before, or that a later one has overtaken."""
    if not request.session:
        return None
    last = next((one for one in spoken if one.session == request.session), None)
    if last is None or request.n > last.n:
        return None
    if request.n < last.n:
        return Refusal("duplicate")
    return Accepted(last.version, last.seat, last.waiting)


def _update(record: Record, stored: Stored) -> game_pb2.RoomUpdate:
    return game_pb2.RoomUpdate(code=record.room.code, version=stored.version, committed_ms=record.room.now)


def _views(record: Record, stored: Stored) -> updates.Views:
    # What is shown for a time only is gone when that is over, commit or not.
    return updates.Views(record.room, max(record.room.now, stored.now_ms))
