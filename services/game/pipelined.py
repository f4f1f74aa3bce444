"""Many rooms' Redis commands on one connection: what has gathered goes out in one write, answers come in order.

A command of its own on a connection from a pool costs the worker several times as much, and under load who waits
longest is served last.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

import hiredis
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NotAnswered

Command = tuple[Any, ...]
"""A name and arguments: str, bytes, int or float."""

_ANSWER_S = 2
"""For everything that was asked at once; a time limit of its own for each answer costs more than the answer."""


class Pipelined:
    """`execute` from any task; `run` does the talking until it is cancelled."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._waiting: list[_Question] = []
        self._asked = asyncio.Event()

    async def execute(self, *commands: Command) -> list[Any]:
        """The answers as Redis gave them, the first error among them raised.

        Raises Disconnected or NotAnswered too: then nobody knows which of the commands have been carried out.
        """
        question = _Question(commands)
        self._waiting.append(question)
        self._asked.set()
        return await question.answers

    async def run(self) -> None:
        # Of the pool's making, but not of its number: it is never idle, and keeps time by itself.
        connection = self._pool.connection_class(**self._pool.connection_kwargs | {"socket_timeout": None})
        try:
            while True:
                await self._asked.wait()
                self._asked.clear()
                batch, self._waiting = self._waiting, []
                await _talk(connection, batch)
        finally:
            await connection.disconnect()
            _fail(self._waiting, Disconnected("stopped"))


class _Question:
    __slots__ = ("answers", "commands")

    def __init__(self, commands: Sequence[Command]) -> None:
        self.commands = commands
        self.answers: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()


async def _talk(connection: AbstractConnection, batch: Sequence[_Question]) -> None:
    """Asks all of it and hands out the answers. One that does not come takes the connection and the rest with it."""
    packed = b"".join([hiredis.pack_command(command) for question in batch for command in question.commands])
    try:
        async with asyncio.timeout(_ANSWER_S):
            if not connection.is_connected:
                # Asks the Sentinels, where there are any; sending would not.
                await connection.connect()  # type: ignore[no-untyped-call]
            await connection.send_packed_command(packed)
            for question in batch:
                _settle(question, [await _read(connection) for _ in question.commands])
    except (Disconnected, NotAnswered) as error:
        # Whatever still comes on it would be taken for the answer to something else.
        await connection.disconnect()
        _fail(batch, error)
    except TimeoutError:
        await connection.disconnect()
        _fail(batch, NotAnswered(f"no answer within {_ANSWER_S} s"))
    except BaseException:
        await connection.disconnect()
        _fail(batch, Disconnected("stopped"))
        raise


async def _read(connection: AbstractConnection) -> Any:
    try:
        return await connection.read_response()
    except ResponseError as error:
        return error


def _settle(question: _Question, answers: list[Any]) -> None:
    if question.answers.done():
        return  # whoever asked was cancelled
    error = next((answer for answer in answers if isinstance(answer, ResponseError)), None)
    if error is None:
        question.answers.set_result(answers)
    else:
        question.answers.set_exception(error)


def _fail(batch: Sequence[_Question], error: Exception) -> None:
    for question in batch:
        if not question.answers.done():
            question.answers.set_exception(error)
