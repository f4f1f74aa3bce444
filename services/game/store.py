"""Rooms in Redis: load one, commit one, read its log. Knows keys and scripts, not what a state means."""

from collections.abc import Sequence
from typing import Any, Literal, cast

from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NotAnswered

from services.common.codes import Code, at_key, due_key, log_key, open_key, partition, room_key
from services.game.keys import gateways_key, phases_key, round_log_key, spoke_field
from services.game.pipelined import Pipelined
from services.game.scripts import Call, Script

_NOT_NOW = ("OOM", "READONLY", "NOREPLICAS", "MISCONF", "CLUSTERDOWN", "TRYAGAIN", "LOADING", "MASTERDOWN")
"""Errors by which Redis says that it takes no writes at present; the script has then not begun."""


class Unavailable(Exception):
    """Redis cannot be asked just now; nothing was changed."""


class OutcomeUnknown(Exception):
    """A commit was sent and not answered: it may be in, come in yet, or never."""


class Stored(Struct, frozen=True):
    """What Redis holds of a room; version 0 and no record where there is none."""

    version: int
    schema: int
    token: bytes
    """Of the commit that wrote it: whoever sent that commit knows it again."""
    record: bytes | None
    spoke: bytes | None
    """The asking player's last commands and their replies."""
    now_ms: int
    """Redis time at the reading."""


class LogStep(Struct, frozen=True):
    """What a commit does to the round's log."""

    step: Literal["", "open", "line", "finish", "drop"]
    name: str
    text: str = ""
    result: str = ""
    """JSON of how the round ended: it goes into the header."""


class Change(Struct, kw_only=True):
    """One commit. The room's hash gets `fields`; what is left at its default stays as it is."""

    code: Code
    base: int
    """The version that it was decided on."""
    version: int
    """0: the room is gone."""
    now_ms: int
    token: bytes
    """Random: by it the commit is known again where its answer was lost."""
    player: str = ""
    """Whose last commands to answer a conflict with."""
    forgotten: str = ""
    """A player whose last commands are remembered no longer."""
    fields: dict[str, bytes | int] = {}
    due_ms: int | None = None
    open_entry: bytes | None = None
    """The lobby index's entry; empty: not open."""
    entered: Sequence[str] = ()
    left: Sequence[str] = ()
    """Gateways that have come to hold connections to the room, and those that no longer do."""
    log: LogStep | None = None
    phase: int | None = None
    """The number of the phase that the room has come into."""


class Store:
    """One connection for the commands of all rooms, a client for what is rare.

    Where partitions are spread over servers, this is the place to choose by partition.
    """

    def __init__(self, redis: Redis, pipelined: Pipelined, *, life_ms: int, log_life_ms: int) -> None:
        self._redis = redis
        self._execute = pipelined.execute
        self._life_ms = life_ms
        self._log_life_ms = log_life_ms
        self._commit = Script("commit.lua")
        self._rearm = Script("rearm.lua")

    async def load(self, code: Code, player: str = "") -> Stored:
        """The room and the player's last commands. Raises Unavailable."""
        try:
            values, time = await self._execute(
                ("HMGET", room_key(code), "v", "s", "t", "r", spoke_field(player)), ("TIME",)
            )
        except (Disconnected, NotAnswered) as error:
            raise Unavailable(str(error)) from error
        return _stored(values, time)

    async def commit(self, change: Change) -> Stored | None:
        """None when it is in; on another version what is there now. Raises OutcomeUnknown, Unavailable."""
        try:
            answer = await self._commit.run(self._execute, self._call(change))
        except (Disconnected, NotAnswered) as error:
            raise OutcomeUnknown(str(error)) from error
        except ResponseError as error:
            if str(error).startswith(_NOT_NOW):
                raise Unavailable(str(error)) from error
            raise
        if answer is None:
            return None
        time, values = answer
        return _stored(values, time)

    def _call(self, change: Change) -> Call:
        code, part = change.code, partition(change.code)
        log = change.log or LogStep("", "")
        gateways = (*change.entered, *change.left)
        keys = [
            room_key(code),
            due_key(part),
            open_key(part),
            gateways_key(part),
            round_log_key(code, log.name),
            log_key(code),
            phases_key(part),
            *(at_key(part, gateway) for gateway in gateways),
        ]
        args: list[Any] = [
            code,
            change.base,
            change.version,
            self._due(change.due_ms, change.now_ms),
            self._life_ms,
            spoke_field(change.player),
            "" if change.open_entry is None else change.open_entry or "-",
            log.step,
            log.name,
            log.text,
            log.result,
            self._log_life_ms,
            spoke_field(change.forgotten) if change.forgotten else "",
            len(change.entered),
            len(change.left),
            "" if change.phase is None else change.phase,
            *gateways,
        ]
        if change.version:
            args += ("t", change.token)
            for name, value in change.fields.items():
                args += (name, value)
        return keys, args

    def _due(self, due_ms: int | None, now_ms: int) -> int:
        # A room that waits for nothing is looked at when its life is over, so that the indexes forget it with it.
        return due_ms if due_ms is not None else now_ms + self._life_ms

    async def rearm(self, code: Code, version: int, due_ms: int | None, now_ms: int) -> None:
        """Puts the due entry right where it came up with nothing to do; forgets a room that is gone (version 0)."""
        part = partition(code)
        keys = [room_key(code), due_key(part), open_key(part), phases_key(part)]
        try:
            await self._rearm.run(self._execute, (keys, [code, version, self._due(due_ms, now_ms)]))
        except (Disconnected, NotAnswered) as error:
            raise Unavailable(str(error)) from error

    async def leave(self, code: Code, gateway: str) -> None:
        """Takes a room out of a dead gateway's set. Raises Unavailable."""
        try:
            await self._redis.srem(at_key(partition(code), gateway), code)
        except (Disconnected, NotAnswered) as error:
            raise Unavailable(str(error)) from error

    async def versions(self, codes: Sequence[Code]) -> list[int]:
        """The rooms' versions, 0 for those that are gone. Raises Unavailable."""
        pipeline = self._redis.pipeline(transaction=False)
        for code in codes:
            pipeline.hget(room_key(code), "v")
        try:
            return [int(version or 0) for version in await pipeline.execute()]
        except (Disconnected, NotAnswered) as error:
            raise Unavailable(str(error)) from error

    async def finished_log(self, code: Code, name: str) -> str | None:
        """All of a finished round's log; None where there is none or the round still runs. Raises Unavailable."""
        try:
            listed, lines = await self._execute(
                ("LPOS", log_key(code), name), ("LRANGE", round_log_key(code, name), 0, -1)
            )
        except (Disconnected, NotAnswered) as error:
            raise Unavailable(str(error)) from error
        return None if listed is None or not lines else b"\n".join(lines).decode()

    async def log_lines(self, code: Code, name: str, last: int) -> list[str]:
        """The last lines of a round's log, oldest first. The round may still run: not for players."""
        lines = cast("list[bytes]", await self._redis.lrange(round_log_key(code, name), -last, -1))
        return [line.decode() for line in lines]


def _stored(values: Sequence[bytes | None], time: Sequence[bytes]) -> Stored:
    version, schema, token, record, spoke = values
    return Stored(
        version=int(version or 0),
        schema=int(schema or 0),
        token=token or b"",
        record=record,
        spoke=spoke,
        now_ms=int(time[0]) * 1000 + int(time[1]) // 1000,
    )
