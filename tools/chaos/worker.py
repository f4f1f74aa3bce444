"""A game worker that can be made to die at a certain point, or has a bug: `python -m tools.chaos.worker`.

Sent the signal of one of POINTS, it kills itself the next time a command comes there. `ZEROCARDS_CHAOS_PLANTED` names
one of PLANTED. The services themselves know nothing of either.
"""

import os
import signal
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha1
from types import FrameType

import msgspec

from services.common import subjects
from services.common.codes import Code
from services.common.run import serve
from services.game import codec, consumer, store
from services.game.app import running
from services.game.commits import Commit
from services.game.config import GameConfig
from services.game.publisher import Publisher
from services.game.scripts import Script
from services.game.store import Change, Store, Stored
from services.game.timers import Deadlines

Plant = Callable[[], None]

_CHECK = "(redis.call('HGET', room, 'v') or '0') ~= ARGV[2]"


def _version_check() -> None:
    """A commit goes in whatever version it was decided on."""

    class Unchecked(Script):
        def __init__(self, name: str) -> None:
            super().__init__(name)
            self._text = self._text.replace(_CHECK, "false") if name == "commit.lua" else self._text
            self._sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    # The check may be written otherwise one day: then nothing would be planted, and nobody would notice.
    if _CHECK not in Script("commit.lua")._text:
        raise SystemExit("the version check of commit.lua is not where it was")
    store.Script = Unchecked  # type: ignore[attr-defined]


def _dedupe() -> None:
    """Nobody's last command is remembered."""
    codec.remember = lambda spoken, latest: msgspec.msgpack.encode([])  # noqa: ARG005


def _takeover() -> None:
    """A worker looks after the deadlines that it has set itself, and after nobody else's."""
    claim = Deadlines.claim

    async def own(deadlines: Deadlines, parts: Sequence[int]) -> list[Code]:
        return await claim(deadlines, [part for part in parts if deadlines._next[part] != float("inf")])

    Deadlines.claim = own  # type: ignore[method-assign, assignment]


def _publish() -> None:
    """What was committed is told to nobody."""

    async def committed(publisher: Publisher, commit: Commit) -> None:
        publisher.ask_bots(commit.bot_turns)

    Publisher.committed = committed  # type: ignore[method-assign, assignment]


def _newer_schema() -> None:
    """No bug: the version after this one, whose records an older worker cannot read."""
    codec.SCHEMA += 1
    consumer._SUBJECTS += (subjects.all_of_schema(codec.SCHEMA),)


PLANTED: Mapping[str, Plant] = {
    "version_check": _version_check,
    "dedupe": _dedupe,
    "takeover": _takeover,
    "publish": _publish,
    "newer_schema": _newer_schema,
}
POINTS = ("before_load", "before_commit", "after_commit", "after_publish")


def signal_of(point: str) -> int:
    """Sent to a worker it arms the point."""
    return signal.SIGRTMIN + POINTS.index(point)


class _Fuse:
    """Burns at one point, as `kill -9` there would."""

    def __init__(self) -> None:
        self.armed = ""

    def arm(self, number: int, _frame: FrameType | None) -> None:
        self.armed = POINTS[number - signal.SIGRTMIN]

    def at(self, point: str) -> None:
        if point == self.armed:
            os.kill(os.getpid(), signal.SIGKILL)


def lay(fuse: _Fuse) -> None:
    """Along a command's way."""
    load, commit, committed = Store.load, Store.commit, Publisher.committed

    async def loaded(own: Store, code: Code, player: str = "") -> Stored:
        fuse.at("before_load")
        return await load(own, code, player)

    async def commits(own: Store, change: Change) -> Stored | None:
        fuse.at("before_commit")
        newer = await commit(own, change)
        if newer is None:
            fuse.at("after_commit")
        return newer

    async def publishes(own: Publisher, done: Commit) -> None:
        await committed(own, done)
        if fuse.armed == "after_publish":
            # Out of this process's buffers too: what is lost with those was never published.
            await own._bus.client.flush()
            fuse.at("after_publish")

    Store.load, Store.commit = loaded, commits  # type: ignore[method-assign, assignment]
    Publisher.committed = publishes  # type: ignore[method-assign, assignment]


def main() -> None:
    """As `python -m services.game`, but for what is wrong with it."""
    if planted := os.environ.get("ZEROCARDS_CHAOS_PLANTED"):
        PLANTED[planted]()
    fuse = _Fuse()
    for point in POINTS:
        signal.signal(signal_of(point), fuse.arm)
    lay(fuse)
    serve("game", GameConfig, running)


if __name__ == "__main__":
    main()
