"""A short way through uvicorn's websocket protocol for whole text frames, both directions.

Handshake, ping, close, fragments and everything that is wrong with a frame stay the parent's and its parser's business:
that one is given whole frames only, so it is always between two of them when the short way is taken.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without a C compiler
    from websockets.utils import apply_mask

EXTENSION = "zerocards.frames"
"""In an ASGI scope's extensions: the protocol itself, where this is the one in use."""

_FINAL_TEXT = 0x81
_WHOLE = frozenset((_FINAL_TEXT, 0x82, 0x88, 0x89, 0x8A))
"""First bytes of frames that are messages of their own: text, binary, close, ping, pong."""
_FRAGMENTS = frozenset((0x01, 0x02, 0x00, 0x80))
"""First bytes of the others that are no fault: a text or binary message's first part, one in its middle, its last."""
_MASKED = 0x80
_MASK_BYTES = 4
_LENGTH = 0x7F
_LENGTH_IN_2_BYTES, _LENGTH_IN_8_BYTES = 126, 127

Take = Callable[[str], None]
"""Given each text message in turn; it must not raise."""


class FramesProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rest = b""
        """The beginning of a frame whose end has not come yet."""
        self._take: Take | None = None
        self._long_way = False
        """For ever: a message in parts came, which needs a parser with a memory."""
        self._uncut = False
        """For ever: something came that is wrong, or longer than any frame here."""

    def listen(self, take: Take) -> None:
        """From now on text messages go to `take` as they come in; the ASGI `receive` gives those before, and the end.

        Nothing is kept for `take` and reading never pauses, so whoever takes them has to bound what they cause.
        """
        self._take = take

    def write_text(self, frame: bytes) -> bool:
        """Writes a message of UTF-8 bytes, at once; False where only the ASGI `send` knows what to do.

        That is while the reader is slow, and once the connection is closing.
        """
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        size = len(frame)
        if size < _LENGTH_IN_2_BYTES:
            head = bytes((_FINAL_TEXT, size))
        elif size < 1 << 16:
            head = bytes((_FINAL_TEXT, _LENGTH_IN_2_BYTES, size >> 8, size & 0xFF))
        else:
            head = bytes((_FINAL_TEXT, _LENGTH_IN_8_BYTES)) + size.to_bytes(8, "big")
        # What is written in one turn of the event loop leaves in one system call.
        self.transport.write(head + frame)
        return True

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # uvicorn has just put others there

    def data_received(self, data: bytes) -> None:
        if self._uncut or not self.handshake_initiated:
            super().data_received(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, end = 0, len(data)
        while at < end:
            start, size = _payload(data, at, end)
            if data[at] in _FRAGMENTS:
                self._long_way = True
            elif data[at] not in _WHOLE:
                size = -1
            if size < 0 or size > self.config.ws_max_size:
                self._uncut = True
                super().data_received(data[at:])
                return
            stop = start + size
            if stop > end:
                self._rest = data[at:]
                return
            if self._long_way or data[at] != _FINAL_TEXT or not self._heard(data, start, stop):
                super().data_received(data[at:stop])
                if self.transport.is_closing():
                    return
            at = stop

    def _heard(self, data: bytes, start: int, end: int) -> bool:
        """Whether the message could go the short way: nothing before it waits, and it is text."""
        if self._take is None or not self.queue.empty() or self.conn.state is not State.OPEN:
            return False
        try:
            text = apply_mask(data[start:end], data[start - _MASK_BYTES : start]).decode()
        except UnicodeDecodeError:
            return False
        self._take(text)
        return True


def _payload(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Where a frame's payload starts, and its size; (`end`, 1) where that much has not come yet.

    A negative size where it is longer than any here, or not masked.
    """
    if end - at < 2:
        return end, 1
    second = data[at + 1]
    if not second & _MASKED:
        return end, -1
    size = second & _LENGTH
    if size < _LENGTH_IN_2_BYTES:
        return at + 2 + _MASK_BYTES, size
    if size == _LENGTH_IN_8_BYTES:
        return end, -1
    if end - at < 4:
        return end, 1
    return at + 4 + _MASK_BYTES, data[at + 2] << 8 | data[at + 3]
