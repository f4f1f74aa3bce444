"""What a handler gets of a message from the bus."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol


class Arrived(Protocol):
    """The client library's message, or one that came the short way (services/common/fast)."""

    @property
    def subject(self) -> str: ...

    @property
    def reply(self) -> str:
        """Where an answer has to go; empty where none is waited for."""

    @property
    def data(self) -> bytes: ...

    @property
    def headers(self) -> Mapping[str, str] | None: ...


Handler = Callable[[Arrived], Awaitable[None]]
AtOnce = Callable[[Arrived], Awaitable[None] | None]
"""Called where the message is read: it returns when all is done, or something that waits for no other message."""
