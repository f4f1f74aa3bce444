"""HTTP for an impatient server: uvicorn's protocol, which itself waits for ever for a request to come to its end."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

Place = Callable[[str], str]
"""From a peer's address to what connections are counted by; empty: not counted."""


class HastyProtocol(H11Protocol):
    """Ends a connection that has not brought a whole request in time, and one of too many from a place.

    A made class of it, `hasty(…)`, is what uvicorn is given.
    """

    request_s: float
    most: int
    place: Place
    open: Counter[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._too_late: asyncio.TimerHandle | None = None
        self._from = ""
        self._ours = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._from = type(self).place(self.client[0]) if self.client else ""
        if self._from:
            self.open[self._from] += 1
            if self.most and self.open[self._from] > self.most:
                self.transport.abort()
                return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """What cannot be read may come behind a request that is being answered: then there is nobody to answer."""
        answering: RequestResponseCycle | None = self.cycle
        if answering is not None and not answering.response_complete:
            answering.disconnected = True
            answering.message_event.set()
            self.transport.abort()
            return
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        # From here on it is another protocol's, which counts and waits by itself.
        self._leave()
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """The clock runs from the first byte, or from none, until all of a request is there."""
        reading = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if reading and self._ours and self._too_late is None and not self.transport.is_closing():
            self._too_late = self.loop.call_later(self.request_s, self.transport.abort)
        elif not reading:
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None

    def _leave(self) -> None:
        self._ours = False
        self._stop_waiting()
        if self._from:
            self.open[self._from] -= 1
            if not self.open[self._from]:
                del self.open[self._from]
            self._from = ""


def hasty(*, request_s: float = 10, most: int = 0, place: Place = lambda _: "") -> type[HastyProtocol]:
    """A protocol class: seconds for a request, and how many connections a place may have open (0: no limit)."""
    settings = {"request_s": request_s, "most": most, "place": staticmethod(place), "open": Counter()}
    return type("Hasty", (HastyProtocol,), settings)
