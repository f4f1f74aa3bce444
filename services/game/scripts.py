"""Lua scripts as Redis runs them: by their hash, and by their text where the server has not seen it yet."""

from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha1
from importlib import resources
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from services.game.pipelined import Command

Call = tuple[Sequence[str], Sequence[Any]]
"""Keys and arguments."""
Execute = Callable[[Command], Awaitable[list[Any]]]


class Script:
    """One `.lua` file beside this one. A server that does not know it has run nothing of it: sent again, it is safe."""

    def __init__(self, name: str) -> None:
        self._text = resources.files("services.game").joinpath(name).read_text()
        self._sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def run(self, execute: Execute, call: Call) -> Any:
        """The script's answer. Raises what `execute` raises."""
        keys, args = call
        try:
            (answer,) = await execute(("EVALSHA", self._sha, len(keys), *keys, *args))
        except NoScriptError:
            (answer,) = await execute(("EVAL", self._text, len(keys), *keys, *args))
        return answer

    async def run_all(self, redis: Redis, calls: Sequence[Call]) -> list[Any]:
        """The answers to many calls, sent in one go."""
        try:
            return await self._send(redis, calls)
        except NoScriptError:
            await redis.script_load(self._text)
            return await self._send(redis, calls)

    async def _send(self, redis: Redis, calls: Sequence[Call]) -> list[Any]:
        pipeline = redis.pipeline(transaction=False)
        for keys, args in calls:
            pipeline.evalsha(self._sha, len(keys), *keys, *args)
        return await pipeline.execute()
