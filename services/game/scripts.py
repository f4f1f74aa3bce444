"""Lua scripts as Redis runs them: by their hash, and by their text where the server has not seen it yet."""

from collections.abc import Sequence
from hashlib import sha1
from importlib import resources
from typing import Any, Protocol

from redis.exceptions import NoScriptError

from services.game.pipelined import Command

Call = tuple[Sequence[str], Sequence[Any]]
"""Keys and arguments."""


class Execute(Protocol):
    """As Pipelined does it: the answers in order, the first error among them raised."""

    async def __call__(self, *commands: Command) -> list[Any]: ...


class Script:
    """One `.lua` file beside this one. A server that does not know it has run nothing of it: sent again, it is safe."""

    def __init__(self, name: str) -> None:
        self._text = resources.files("services.game").joinpath(name).read_text()
        self._sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def run(self, execute: Execute, call: Call) -> Any:
        """The script's answer. Raises what `execute` raises."""
        (answer,) = await self.run_all(execute, (call,))
        return answer

    async def run_all(self, execute: Execute, calls: Sequence[Call]) -> list[Any]:
        """The answers to many calls, sent in one go. Raises what `execute` raises."""
        try:
            return await execute(*(("EVALSHA", self._sha, len(keys), *keys, *args) for keys, args in calls))
        except NoScriptError:
            return await execute(*(("EVAL", self._text, len(keys), *keys, *args) for keys, args in calls))
