"""The short way through the NATS client hands out what the client's own parser does, however the bytes are cut."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import ProtocolError, SlowConsumerError

from services.common.arrived import Arrived
from services.common.fast.nats import ShortWay

QUEUED, AT_ONCE, GONE = 1, 2, 3
"""Subscriptions: with the client's queue, the short way where there is one, unsubscribed."""


class Listening(Client):
    """Connected to nobody; it keeps what it was given, by subscription."""

    def __init__(self, *, short: bool, pending: int = 1_000) -> None:
        super().__init__()
        self.seen: dict[str, list[tuple[str, ...]]] = {}
        self.dropped = 0
        self._error_cb = self._drop
        short_way = ShortWay(self) if short else None

        async def keep(message: Msg) -> None:
            self.keep(message)

        for sid in (QUEUED, AT_ONCE):
            subscription = self._subs[sid] = Subscription(self, sid, cb=keep, pending_msgs_limit=pending)
            subscription._start(None)  # type: ignore[no-untyped-call]
        if short_way is not None:
            short_way.at_once(self._subs[AT_ONCE], self.keep)

    def keep(self, message: Arrived) -> None:
        headers = [f"{name}: {value}" for name, value in (message.headers or {}).items()]
        self._saw(message.subject, message.reply, message.data.hex(), *headers)

    def _saw(self, kind: str, *what: str) -> None:
        self.seen.setdefault(kind, []).append(what)

    async def _drop(self, error: Exception) -> None:
        assert isinstance(error, SlowConsumerError)
        self.dropped += 1

    async def _process_ping(self) -> None:
        self._saw("PING")

    async def _process_pong(self) -> None:
        self._saw("PONG")

    async def _process_err(self, err_msg: str) -> None:
        self._saw("ERR", err_msg)

    async def read(self, chunks: Sequence[bytes]) -> None:
        """Nothing more is read after an operation that is none."""
        try:
            for chunk in chunks:
                await self._ps.parse(chunk)
        except ProtocolError:
            self._saw("fault")
        for _ in range(3):
            await asyncio.sleep(0)
        for subscription in self._subs.values():
            subscription._stop_processing()


def message(sid: int, reply: str, payload: bytes, headers: bytes) -> bytes:
    subject = f"subject.{sid}"
    if headers:
        return b"HMSG %b %d %b %d %d\r\n%b%b\r\n" % (
            *(subject.encode(), sid, reply.encode(), len(headers), len(headers) + len(payload)),
            *(headers, payload),
        )
    return b"MSG %b %d %b %d\r\n%b\r\n" % (subject.encode(), sid, reply.encode(), len(payload), payload)


_messages = st.builds(
    message,
    st.sampled_from([QUEUED, AT_ONCE, AT_ONCE, GONE]),
    st.sampled_from(["", "_INBOX.gateway.abc.17"]),
    st.one_of(st.binary(max_size=30), st.sampled_from([b"\r\n", b"PING\r\n", b"MSG a 2 3\r\n", b"x" * 700])),
    st.sampled_from([b"", b"", b"NATS/1.0\r\nZerocards-Kind: cmd\r\n\r\n", b"NATS/1.0 503\r\n\r\n"]),
)
_others = st.sampled_from([b"PING\r\n", b"PONG\r\n", b"+OK\r\n", b"-ERR 'Slow Consumer'\r\n"])
_faults = st.sampled_from([b"MSG\r\n", b"MSG a\r\n", b"MSG a b c\r\n", b"HMSG a 2 4\r\n", b"NONSENSE\r\n"])


@given(
    operations=st.lists(st.one_of(_messages, _messages, _others), max_size=8),
    fault=st.one_of(st.just(b""), _faults),
    cuts=st.lists(st.integers(1, 90), max_size=20),
)
@example(operations=[message(AT_ONCE, "", b"\r\n", b"")], fault=b"", cuts=[18, 1, 1, 1])
@settings(max_examples=300, deadline=None)
def test_everyone_gets_the_same_in_the_same_order(operations: list[bytes], fault: bytes, cuts: list[int]) -> None:
    data = b"".join(operations) + fault

    async def both() -> None:
        stock, short = Listening(short=False), Listening(short=True)
        await stock.read([data])
        await short.read(_cut(data, cuts))
        assert short.seen == stock.seen

    asyncio.run(both())


def test_a_slow_subscription_still_loses_what_is_too_much_and_says_so() -> None:
    async def read() -> None:
        client = Listening(short=True, pending=2)
        await client.read([b"".join(message(sid, "", b"x", b"") for sid in (QUEUED, AT_ONCE) for _ in range(5))])
        assert (len(client.seen["subject.1"]), client.dropped) == (2, 3)
        assert len(client.seen["subject.2"]) == 5

    asyncio.run(read())


def test_what_waits_holds_up_the_reading() -> None:
    """A handler that has to say no is heard before the next message is read: the server sees that we are slow."""

    async def read() -> None:
        client, order = Client(), list[str]()
        subscription = client._subs[AT_ONCE] = Subscription(client, AT_ONCE)

        async def refuse(text: str) -> None:
            await asyncio.sleep(0)
            order.append(f"refused {text}")

        def take(arrived: Arrived) -> object:
            order.append(f"read {arrived.data.decode()}")
            return refuse(arrived.data.decode())

        ShortWay(client).at_once(subscription, take)  # type: ignore[arg-type]
        await client._ps.parse(message(AT_ONCE, "", b"a", b"") + message(AT_ONCE, "", b"b", b""))
        assert order == ["read a", "refused a", "read b", "refused b"]

    asyncio.run(read())


@pytest.mark.parametrize("whole", [True, False])
def test_a_new_connection_begins_with_nothing_kept(*, whole: bool) -> None:
    async def read() -> None:
        client = Listening(short=True)
        data = message(AT_ONCE, "", b"x", b"")
        await client._ps.parse(data if whole else data[:-1])
        client._ps.reset()
        await client.read([b"PING\r\n"])
        assert client.seen["PING"] == [()]

    asyncio.run(read())


def _cut(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    chunks, at = [], 0
    for size in cuts:
        chunks.append(data[at : at + size])
        at += size
    return [*chunks, data[at:]]
