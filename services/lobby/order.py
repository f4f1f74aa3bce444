"""Rooms kept in an order, so that nobody has to sort them for every question."""

from bisect import bisect_left
from collections.abc import Callable, Iterator

from zerocards.lobby.v1.lobby_pb2 import OpenRoom

Key = tuple[float, float, str]
"""Its last part is the code, so that no two rooms have the same."""


class Order:
    """Not to be changed while it is walked through."""

    def __init__(self, key: Callable[[OpenRoom], Key]) -> None:
        self._key = key
        self._keys: list[Key] = []
        self._rooms: list[OpenRoom] = []

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[OpenRoom]:
        return iter(self._rooms)

    def add(self, room: OpenRoom) -> None:
        key = self._key(room)
        at = bisect_left(self._keys, key)
        self._keys.insert(at, key)
        self._rooms.insert(at, room)

    def discard(self, room: OpenRoom) -> None:
        """Nothing happens where it is not in it."""
        key = self._key(room)
        at = bisect_left(self._keys, key)
        if at < len(self._keys) and self._keys[at] == key:
            del self._keys[at], self._rooms[at]
