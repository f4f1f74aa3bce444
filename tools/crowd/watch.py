"""How long each room stood still."""

from collections.abc import Callable, Mapping


class Watch:
    """The longest wait between two commits by room, s. `look` must be called often."""

    def __init__(self, versions: Callable[[], Mapping[str, int]], now_s: float) -> None:
        self._versions = versions
        self._moved = {room: (version, now_s) for room, version in versions().items()}
        self.commits = 0
        self.longest: dict[str, float] = dict.fromkeys(self._moved, 0.0)

    def look(self, now_s: float) -> None:
        for room, version in self._versions().items():
            before, since = self._moved[room]
            self.longest[room] = max(self.longest[room], now_s - since)
            if version != before:
                self.commits += version - before
                self._moved[room] = (version, now_s)

    def waited(self, longer_than_s: float) -> list[str]:
        return sorted(room for room, wait in self.longest.items() if wait > longer_than_s)
