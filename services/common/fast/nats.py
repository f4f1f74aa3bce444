"""A short way through the NATS client: whole messages to handlers that act at once, and publishing without a wait.

All else is left to the client's own parser. That one is given whole operations only, so it is always between two.
"""

import asyncio

from msgspec import Struct
from nats.aio.client import Client
from nats.aio.subscription import Subscription
from nats.protocol.parser import Parser

from services.common.arrived import AtOnce

_END = b"\r\n"
_M, _H = b"MH"
"""Of MSG and HMSG, the operations with a payload behind their line."""


class Message(Struct, gc=False):
    """An Arrived."""

    subject: str
    reply: str
    data: bytes
    headers: dict[str, str] | None = None


class ShortWay(Parser):
    """In place of a client's parser, from before it connects."""

    def __init__(self, client: Client) -> None:
        self._client = client
        super().__init__(client)
        client._ps = self

    def reset(self) -> None:
        """A new connection begins."""
        super().reset()
        self._rest = b""

    def at_once(self, subscription: Subscription, handler: AtOnce) -> None:
        """From now on the subscription's messages are given to `handler`, which must not raise, and wait nowhere."""
        subscription._at_once = handler  # type: ignore[attr-defined]  # so that it is gone with the subscription

    def publish(self, subject: str, payload: bytes, reply: str) -> bool:
        """False where only the client's own `publish` knows what to do: away, leaving, or too much at once."""
        client = self._client
        if client._status != Client.CONNECTED or client._flush_queue is None or len(payload) > client._max_payload:
            return False
        command = b"PUB %b %b %d\r\n%b\r\n" % (subject.encode(), reply.encode(), len(payload), payload)
        if client._pending_data_size + len(command) > client._max_pending_size:
            return False
        client._pending.append(command)
        client._pending_data_size += len(command)
        client.stats["out_msgs"] += 1
        client.stats["out_bytes"] += len(payload)
        if client._flush_queue.empty():
            # The flusher fulfils what it is woken with; nobody waits for this one.
            client._flush_queue.put_nowait(asyncio.get_running_loop().create_future())
        return True

    async def parse(self, data: bytes = b"") -> None:
        if self._rest:
            data, self._rest = self._rest + data, b""
        subscriptions = self._client._subs
        at, end = 0, len(data)
        while (line := data.find(_END, at)) >= 0:
            stop = start = line + len(_END)
            handler = None
            if (kind := data[at]) == _M or kind == _H:
                words = data[at:line].split()
                # Without all its words it is none, and has no payload either: the client's parser says so.
                if len(words) > (3 if kind == _M else 4) and words[-1].isdigit():
                    stop += int(words[-1]) + len(_END)
                    if stop > end:
                        break
                    handler = getattr(subscriptions.get(_number(words[2])), "_at_once", None)
            if handler is None:
                await super().parse(data[at:stop])
            else:
                payload = data[start : stop - len(_END)]
                waiting = handler(await self._headed(words, payload) if kind == _H else _plain(words, payload))
                if waiting is not None:
                    await waiting
            at = stop
        self._rest = data[at:]

    async def _headed(self, words: list[bytes], payload: bytes) -> Message:
        size = _number(words[-2])
        reply = words[3].decode() if len(words) > 5 else ""
        return Message(words[1].decode(), reply, payload[size:], await self._client._process_headers(payload[:size]))


def _plain(words: list[bytes], payload: bytes) -> Message:
    return Message(words[1].decode(), words[3].decode() if len(words) > 4 else "", payload)


def _number(word: bytes) -> int:
    """-1 for what is none."""
    return int(word) if word.isdigit() else -1
