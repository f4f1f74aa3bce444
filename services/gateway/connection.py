"""One socket from hello to close: reads its frames one by one, has them answered in order, ends it with a code."""

import asyncio
import contextlib
import secrets
from collections.abc import Coroutine
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from services.common import log
from services.common.fast.websocket import EXTENSION, FramesProtocol
from services.gateway import answers, metrics
from services.gateway.answers import Refusal, Refused
from services.gateway.closing import Close
from services.gateway.dispatch import Dispatch, refuse
from services.gateway.entering import Entrance
from services.gateway.frames import BadFrame, Frame, Hello, TooLong, decode
from services.gateway.gateway import Gateway
from services.gateway.outbox import Outbox
from services.gateway.pace import TokenBucket
from services.gateway.sessions import SessionsUnavailable, TokenSpent
from services.gateway.visit import Job, Visit

_LAST_WORDS_S = 3
"""How long the other side may take to read what is left for it, and the close frame."""
_FLOOD = 100
"""Frames in a row above the limit after which nobody answers any more."""
_LOG = log.get()


class _Ended(Exception):
    """There is nothing more to read."""

    def __init__(self, code: Close) -> None:
        super().__init__(code.name)
        self.code = code


class Connection:
    def __init__(self, socket: WebSocket, gateway: Gateway, address: str) -> None:
        config = gateway.config
        self.address = address
        self._id = secrets.token_hex(8)
        self._socket = socket
        self._short_way: FramesProtocol | None = socket.scope["extensions"].get(EXTENSION)
        self._gateway = gateway
        self._player_id = ""
        self._pace = TokenBucket(config.messages_per_s, config.message_burst)
        self._over_limit = 0
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._dispatch: Dispatch | None = None
        self._code: asyncio.Future[Close] = asyncio.get_running_loop().create_future()
        self._outbox = Outbox(
            socket.send_text,
            self._short_way.write_text if self._short_way else None,
            frames=config.outbox_frames,
            size=config.outbox_bytes,
            on_slow=partial(self.end, Close.SLOW),
        )

    @property
    def waiting(self) -> int:
        return self._outbox.waiting

    def send(self, frame: bytes) -> None:
        self._outbox.put(frame)

    def end(self, code: Close) -> None:
        """Nothing more is read; what is queued to be sent is, then the socket is closed. The first code counts."""
        if not self._code.done():
            self._code.set_result(code)

    async def run(self) -> None:
        """Returns when the socket is closed and the room knows."""
        self._gateway.connections.add(self)
        writer = asyncio.create_task(self._guarded(self._outbox.run()))
        reader = asyncio.create_task(self._guarded(self._read()))
        worker = asyncio.create_task(self._guarded(self._work()))
        try:
            code = await self._code
            for task in (reader, writer):
                task.cancel()
            await asyncio.wait((reader, writer))
            await self._say_goodbye(code)
            # The job that runs is finished: the room must know of every seat it gives to this connection.
            while not self._jobs.empty():
                self._jobs.get_nowait()
            self._jobs.put_nowait(None)
            await asyncio.wait((worker,))
            if self._dispatch is not None:
                await self._dispatch.close()
        finally:
            for task in (reader, writer, worker):
                task.cancel()
            self._gateway.connections.remove(self, self._player_id)

    async def _guarded(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except WebSocketDisconnect:
            self.end(Close.GONE)
        except _Ended as ended:
            self.end(ended.code)
        except Exception:
            _LOG.exception("connection failed")
            self.end(Close.INTERNAL)

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(self._gateway.config.hello_s):
                hello = await self._hello()
        except TimeoutError:
            raise _Ended(Close.HELLO_TIMEOUT) from None
        dispatch = await self._welcomed(hello)
        if self._short_way is not None:
            self._short_way.listen(partial(self._heard, dispatch))
        while True:
            self._take(dispatch, await self._text())

    def _heard(self, dispatch: Dispatch, text: str) -> None:
        """What comes the short way, without a switch to the task of `_read`."""
        if self._code.done():
            return
        try:
            self._take(dispatch, text)
        except _Ended as ended:
            self.end(ended.code)
        except Exception:
            _LOG.exception("connection failed")
            self.end(Close.INTERNAL)

    def _take(self, dispatch: Dispatch, text: str) -> None:
        frame = self._understood(text)
        if frame is None or dispatch.at_once(frame):
            return
        if self._jobs.qsize() >= self._gateway.config.command_queue:
            refuse(self.send, frame.id, Refusal("overloaded", retry_after_ms=500))
            return
        self._jobs.put_nowait(partial(dispatch.answer, frame))

    async def _work(self) -> None:
        """One job after the other, so that commands apply in the order sent (P2)."""
        while (job := await self._jobs.get()) is not None:
            await job()

    async def _hello(self) -> Hello:
        while True:
            frame = self._understood(await self._text())
            if frame is None:
                continue
            if isinstance(frame.body, Hello):
                return frame.body
            refuse(self.send, frame.id, Refusal("bad_command", {"why": "The first frame is a hello"}))

    async def _welcomed(self, hello: Hello) -> Dispatch:
        gateway = self._gateway
        try:
            session = await gateway.sessions.open(hello.token, partial(gateway.limits.newcomer, self.address))
        except TokenSpent as spent:
            await gateway.spent_tokens.announce(spent.player_id)
            raise _Ended(Close.TOKEN_SPENT) from None
        except (SessionsUnavailable, Refused):
            raise _Ended(Close.TRY_LATER) from None
        if gateway.connections.has_flooded(session.player_id):
            raise _Ended(Close.TRY_LATER)
        self._player_id = session.player_id
        gateway.connections.identify(self, session.player_id)
        visit = Visit(gateway, self._id, session.player_id, send=self.send, later=self._jobs.put_nowait)
        entrance = Entrance(gateway, session.player_id, self.address)
        dispatch = self._dispatch = Dispatch(gateway, visit, entrance, self.send)
        try:
            arrival = await visit.resume(hello.room)
        except Refused:
            raise _Ended(Close.TRY_LATER) from None
        metrics.HELLOS.labels("resumed" if arrival else "returned" if hello.token else "new").inc()
        resumed = arrival.code if arrival else ""
        self.send(answers.welcome(session.player_id, session.token, gateway.clock(), resumed))
        if arrival is not None:
            await visit.follow(arrival)
        return dispatch

    def _understood(self, text: str) -> Frame | None:
        """The frame if it may be acted upon; else it is answered here."""
        wait_s = self._pace.take()
        try:
            frame = decode(text, frame_bytes=self._gateway.config.frame_bytes)
        except BadFrame as bad:
            refuse(self.send, bad.id, Refusal(bad.code, {"why": bad.why}))
            if isinstance(bad, TooLong):
                raise _Ended(Close.TOO_LONG) from None
            self._count(over=wait_s > 0)
            return None
        self._count(over=wait_s > 0)
        if wait_s:
            refuse(self.send, frame.id, Refusal("rate_limited", retry_after_ms=round(wait_s * 1_000) + 1))
            return None
        metrics.FRAMES.inc(frame.kind)
        return frame

    async def _text(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise _Ended(Close.GONE)
        text = message.get("text")
        if not isinstance(text, str):
            raise _Ended(Close.BINARY)
        return text

    def _count(self, *, over: bool) -> None:
        self._over_limit = self._over_limit + 1 if over else 0
        if self._over_limit > _FLOOD:
            metrics.CUT_OFF.labels("flooding").inc()
            if self._player_id:
                self._gateway.connections.flooded(self._player_id)
            raise _Ended(Close.FLOODING)

    async def _say_goodbye(self, code: Close) -> None:
        if code is Close.GONE:
            return
        metrics.CLOSED.labels(code.name.lower()).inc()
        # Whoever does not read is not waited for; Starlette says RuntimeError when the other side was first.
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(_LAST_WORDS_S):
                await self._outbox.flush()
                await self._socket.close(code, code.name.lower())
