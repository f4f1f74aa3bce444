"""The bus: one connection to NATS that comes back for ever, says what happened to it, and drains.

What the client library leaves to its user is decided here: it would give up after 60 attempts, take 4 minutes to
notice a dead peer, and drop a slow subscription's messages in silence.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from google.protobuf.message import DecodeError
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import (
    ConnectionClosedError,
    ConnectionDrainingError,
    Error,
    OutboundBufferLimitError,
    SlowConsumerError,
)
from nats.js import JetStreamContext
from tenacity import AsyncRetrying, retry_if_exception_type, stop_before_delay, wait_random

from services.common import log, metrics, subjects, tls, traces
from services.common.arrived import Arrived, AtOnce, Handler
from services.common.config import ServiceConfig
from services.common.errors import CannotStart
from services.common.fast.nats import ShortWay
from services.common.replies import NoResponders, Replies

_PING_S = 5
_PINGS_LOST = 2
_RECONNECT_S = 0.25
_NO_SIGN_OF_LIFE_S = 30
_BUFFER_BYTES = 2 * 1024 * 1024
_LOG = log.get()


def _is_no_mistake_of_ours(record: logging.LogRecord) -> bool:
    """The client library says it to the event loop each time that a connection with TLS ends."""
    return not str(record.msg).startswith("returning true from eof_received()")


logging.getLogger("asyncio").addFilter(_is_no_mistake_of_ours)


class Unanswered(Exception):
    """A request without an answer."""


class NotDelivered(Unanswered):
    """Nobody got it: no responder, or it never left. To send it again is safe whatever it asks."""


class NoReply(Unanswered):
    """It may or may not have been acted on: what became of it is unknown."""


class Bus:
    """Publish, subscribe, request, ask. Made by `connected`."""

    def __init__(self, *, fast: bool = False) -> None:
        self.client = Client()
        self._short_way = ShortWay(self.client) if fast else None
        self._replies: Replies | None = None
        self._on_reconnect: list[Callable[[], None]] = []
        self._on_drop: list[Callable[[str], None]] = []
        self._sign_of_life = time.monotonic()
        self._leaving = False

    @property
    def connected(self) -> bool:
        """For readiness: false while NATS cannot be reached."""
        return self.client.is_connected

    @property
    def alive(self) -> bool:
        """For liveness: false once the client has stopped trying, which only a new process mends."""
        if self.client.is_closed:
            return False
        return self.client.is_connected or time.monotonic() - self._sign_of_life < _NO_SIGN_OF_LIFE_S

    def on_reconnect(self, callback: Callable[[], None]) -> None:
        """Called after each reconnect: what was published meanwhile has been missed."""
        self._on_reconnect.append(callback)

    def on_drop(self, callback: Callable[[str], None]) -> None:
        """Called with the subscription's subject when messages of it were dropped for slowness."""
        self._on_drop.append(callback)

    async def publish(
        self, subject: str, payload: bytes, *, reply: str = "", headers: dict[str, str] | None = None
    ) -> None:
        """Sends or, while reconnecting, keeps up to 2 MiB. Raises NotDelivered if neither can be done."""
        if headers is None and self._short_way is not None and self._short_way.publish(subject, payload, reply):
            return
        try:
            await self.client.publish(subject, payload, reply, headers)
        except (OutboundBufferLimitError, ConnectionClosedError, ConnectionDrainingError) as error:
            raise NotDelivered(subject) from error

    async def request(
        self, subject: str, payload: bytes, *, timeout_s: float, headers: dict[str, str] | None = None
    ) -> bytes:
        """The answer's payload. Raises NotDelivered or NoReply."""
        replies = self._replies
        if replies is None:
            raise NotDelivered(subject)
        if traces.on:
            headers = traces.told(headers)
        address, answer = replies.expect()
        timer = asyncio.get_running_loop().call_later(timeout_s, _give_up, answer, subject)
        try:
            await self.publish(subject, payload, reply=address, headers=headers)
            return await answer
        except NoResponders as error:
            raise NotDelivered(subject) from error
        finally:
            timer.cancel()
            replies.forget(address)

    async def ask(self, subject: str, payload: bytes, *, patience_s: float, attempt_s: float = 1) -> bytes:
        """The answer's payload, requested again until it comes or `patience_s` is over; an attempt takes `attempt_s`.

        Only for what may arrive twice: a question, or a command that carries its id. Raises as the last attempt did.
        """
        attempts = AsyncRetrying(
            retry=retry_if_exception_type(Unanswered),
            stop=stop_before_delay(patience_s),
            wait=wait_random(0.05, 0.2),
            reraise=True,
        )
        return await attempts(self.request, subject, payload, timeout_s=attempt_s)

    async def subscribe(
        self,
        subject: str,
        handler: Handler,
        *,
        queue: str = "",
        pending_msgs: int = 4_096,
        pending_bytes: int = 16 * 1024 * 1024,
    ) -> Subscription:
        """Calls `handler` with one message after the other; what it raises is logged and counted, no more."""

        async def handle(message: Msg) -> None:
            try:
                await handler(message)
            except DecodeError:
                # Of another contract, or nobody's: it says nothing, and is no fault of the handler's.
                metrics.NATS_UNREADABLE.labels(_kind(subject)).inc()
                _LOG.warning("unreadable message", subject=message.subject, size=len(message.data))
            except Exception:
                _failed(subject, message)

        # There from the start: a counter that appears at 1 has not risen.
        metrics.NATS_HANDLER_FAILURES.labels(_kind(subject))
        metrics.NATS_DROPPED.labels(_kind(subject))
        return await self.client.subscribe(
            subject, queue, handle, pending_msgs_limit=pending_msgs, pending_bytes_limit=pending_bytes
        )

    async def subscribe_at_once(
        self,
        subject: str,
        handler: AtOnce,
        *,
        queue: str = "",
        pending_msgs: int = 4_096,
        pending_bytes: int = 16 * 1024 * 1024,
    ) -> Subscription:
        """As `subscribe`, for a handler that bounds what it takes: the short way keeps no messages for it."""

        async def handle(message: Arrived) -> None:
            waiting = now(message)
            if waiting is not None:
                await waiting

        async def finish(message: Arrived, waiting: Awaitable[None]) -> None:
            try:
                await waiting
            except Exception:
                _failed(subject, message)

        def now(message: Arrived) -> Awaitable[None] | None:
            try:
                waiting = handler(message)
            except Exception:
                _failed(subject, message)
                return None
            return None if waiting is None else finish(message, waiting)

        # There from the start: a counter that appears at 1 has not risen.
        metrics.NATS_HANDLER_FAILURES.labels(_kind(subject))
        metrics.NATS_DROPPED.labels(_kind(subject))
        subscription = await self.client.subscribe(
            subject, queue, handle, pending_msgs_limit=pending_msgs, pending_bytes_limit=pending_bytes
        )
        if self._short_way is not None:
            self._short_way.at_once(subscription, now)
        return subscription

    async def settled(self) -> None:
        """Returns when the server has acted on every subscription given, and on every one taken back.

        The client writes the PING of `flush` past what waits for its own flusher, so the first PONG says nothing about
        a SUB or UNSUB just given, only that it has left by now; the second says that the server has read it.
        """
        await self.client.flush()
        await self.client.flush()

    def jetstream(self) -> JetStreamContext:
        return self.client.jetstream()

    async def _connect(self, urls: list[str], name: str, config: ServiceConfig) -> None:
        encrypted = any(url.startswith("tls://") for url in urls)
        await self.client.connect(
            urls,
            name=name,
            inbox_prefix=subjects.inbox(name.partition("-")[0]),
            tls=tls.context(config) if encrypted else None,
            # Before the server's first word: else whoever sits in between says that it wants none.
            tls_handshake_first=encrypted,
            # Typed as whole seconds, used as any number: half a room's pause limit is too long to wait.
            reconnect_time_wait=_RECONNECT_S,  # type: ignore[arg-type]
            max_reconnect_attempts=-1,
            connect_timeout=2,
            ping_interval=_PING_S,
            max_outstanding_pings=_PINGS_LOST,
            drain_timeout=config.drain_s,  # type: ignore[arg-type]
            pending_size=_BUFFER_BYTES,
            error_cb=self._error,
            disconnected_cb=self._disconnected,
            reconnected_cb=self._reconnected,
            closed_cb=self._closed,
        )
        metrics.NATS_CONNECTED.set(1)
        replies = Replies(self.client.new_inbox())
        await self.subscribe_at_once(replies.subject, replies.arrived)
        self._replies = replies

    async def _leave(self) -> None:
        self._leaving = True
        if self.client.is_connected:
            await self.client.drain()
        elif not self.client.is_closed:
            # Nothing to say goodbye to; draining would raise and leave the reconnect loop behind.
            await self.client.close()

    async def _error(self, error: Exception) -> None:
        self._sign_of_life = time.monotonic()
        if isinstance(error, SlowConsumerError):
            subject = error.sub.subject
            metrics.NATS_DROPPED.labels(_kind(subject)).inc()
            _LOG.warning("messages dropped, too slow", subject=subject)
            for callback in self._on_drop:
                callback(subject)
            return
        metrics.NATS_EVENTS.labels("error").inc()
        # While it reconnects there are four a second of them, and that it does has been said.
        say = _LOG.warning if self.client.is_connected else _LOG.debug
        say("nats error", error=str(error) or type(error).__name__)

    async def _disconnected(self) -> None:
        self._sign_of_life = time.monotonic()
        metrics.NATS_CONNECTED.set(0)
        if not self._leaving:
            metrics.NATS_EVENTS.labels("disconnected").inc()
            _LOG.warning("disconnected from nats")

    async def _reconnected(self) -> None:
        metrics.NATS_CONNECTED.set(1)
        metrics.NATS_EVENTS.labels("reconnected").inc()
        _LOG.info("reconnected to nats")
        for callback in self._on_reconnect:
            callback()

    async def _closed(self) -> None:
        metrics.NATS_CONNECTED.set(0)
        if not self._leaving:
            metrics.NATS_EVENTS.labels("closed").inc()
            _LOG.error("nats has closed the connection for good", reason=str(self.client.last_error))


@asynccontextmanager
async def connected(config: ServiceConfig, name: str) -> AsyncIterator[Bus]:
    """A bus while the body runs; then it drains: handlers finish what has arrived, what was published leaves.

    `name` is the service's, or that with a hyphen and which of them it is.
    Waits up to `config.start_s` for the server. Raises CannotStart if it does not come or refuses us.
    """
    bus = Bus(fast=config.fast_bus)
    urls = [url.strip() for url in config.nats_url.split(",")]
    where = ", ".join(log.without_password(url) for url in urls)
    try:
        async with asyncio.timeout(config.start_s):
            await bus._connect(urls, name, config)
    except (TimeoutError, OSError, Error) as error:
        reason = str(bus.client.last_error or error) or type(error).__name__
        raise CannotStart(f"no NATS at {where} (ZEROCARDS_NATS_URL): {reason}") from error
    _LOG.info("connected to nats", url=where, version=_version(bus.client))
    try:
        yield bus
    finally:
        await bus._leave()


def _version(client: Client) -> str:
    version = client.connected_server_version
    return f"{version.major}.{version.minor}.{version.patch}"


def _kind(subject: str) -> str:
    """A label with few values: the subject without the room."""
    return subject.partition(".")[0]


def _failed(subject: str, message: Arrived) -> None:
    metrics.NATS_HANDLER_FAILURES.labels(_kind(subject)).inc()
    _LOG.exception("message handler failed", subject=message.subject)


def _give_up(answer: asyncio.Future[bytes], subject: str) -> None:
    if not answer.done():
        answer.set_exception(NoReply(subject))
