"""Pages of the list: which rooms match, in which order, from where on.

Newest first: a room keeps its place while somebody pages on, and the newest are those whose people still look at the
screen. Whoever wants company at once has quick play, which takes the fullest.
"""

import base64
from dataclasses import dataclass

import msgspec
from zerocards.lobby.v1.lobby_pb2 import OpenRoom

from services.lobby import metrics
from services.lobby.index import Index, newest_first
from services.lobby.order import Key

PAGE = 50
_KEPT = 1_000


class BadToken(ValueError):
    """A page token that no response has carried."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rooms: an empty field means all."""

    ruleset: str = ""
    query: str = ""
    """Part of the host's name or of the code, case folded."""

    def matches(self, room: OpenRoom) -> bool:
        if self.ruleset and room.ruleset != self.ruleset:
            return False
        return self.query in room.host_name.casefold() or self.query in room.code.casefold()


@dataclass(frozen=True, slots=True)
class Page:
    rooms: tuple[OpenRoom, ...]
    next_token: str
    """Empty on the last page."""
    total: int
    """All that match, on whatever page."""


class Listing:
    """Makes pages, each once while the index stays as it is: most who watch, watch the same."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._generation = -1
        self._pages: dict[tuple[Filter, int, str], Page] = {}

    def page(self, which: Filter, size: int = PAGE, token: str = "") -> Page:
        """`size` is 1 to 50; 0 and more than 50 mean 50. Raises BadToken."""
        size = size if 0 < size < PAGE else PAGE
        if self._generation != self._index.generation or len(self._pages) >= _KEPT:
            self._generation = self._index.generation
            self._pages.clear()
        key = (which, size, token)
        if key not in self._pages:
            with metrics.LIST_SECONDS.time():
                self._pages[key] = self._make(which, size, token)
        return self._pages[key]

    def _make(self, which: Filter, size: int, token: str) -> Page:
        after = _read_token(token) if token else None
        matching = [room for room in self._index.newest if which.matches(room)]
        behind = matching if after is None else [room for room in matching if newest_first(room) > after]
        rooms = tuple(behind[:size])
        return Page(rooms, _write_token(newest_first(rooms[-1])) if len(behind) > size else "", len(matching))


def _write_token(last: Key) -> str:
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(last)).decode()


def _read_token(token: str) -> Key:
    try:
        return msgspec.msgpack.decode(base64.urlsafe_b64decode(token), type=Key)
    except (ValueError, msgspec.MsgspecError) as error:
        raise BadToken(token) from error
