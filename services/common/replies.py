"""Who waits for which answer: one inbox for all of a service's questions, and a number for each.

The client library's own way draws a random name for every question and starts a timer and a wrapper for it, which costs
as much as the question itself.
"""

import asyncio
from itertools import count

from nats.js.api import Header

from services.common.arrived import Arrived

_NO_RESPONDERS = "503"


class NoResponders(Exception):
    """NATS says that nobody listens there."""


class Replies:
    """`arrived` is the handler of the subscription to `subject`."""

    def __init__(self, inbox: str) -> None:
        self.subject = f"{inbox}.*"
        self._inbox = inbox
        self._numbers = count(1)
        self._waiting: dict[str, asyncio.Future[bytes]] = {}

    def expect(self) -> tuple[str, asyncio.Future[bytes]]:
        """Where the answer has to go, and where it can be awaited. To be followed by `forget`, whatever happens."""
        address = f"{self._inbox}.{next(self._numbers)}"
        answer = self._waiting[address] = asyncio.get_running_loop().create_future()
        return address, answer

    def forget(self, address: str) -> None:
        del self._waiting[address]

    def arrived(self, message: Arrived) -> None:
        answer = self._waiting.get(message.subject)
        if answer is None or answer.done():
            return  # nobody waits any more, or it came twice
        if message.headers and message.headers.get(Header.STATUS) == _NO_RESPONDERS:
            answer.set_exception(NoResponders)
        else:
            answer.set_result(message.data)
