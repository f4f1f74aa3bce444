"""Queues per room: order within a room, rooms side by side, a bound on both."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from services.game.queues import Job, RoomQueues

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def running(queues: RoomQueues) -> AsyncIterator[None]:
    task = asyncio.create_task(queues.run())
    yield
    task.cancel()
    await asyncio.wait([task])


def noting(notes: list[str], note: str, gate: asyncio.Event | None = None) -> Job:
    async def job() -> None:
        if gate is not None:
            await gate.wait()
        notes.append(note)

    return job


async def test_one_rooms_work_is_done_in_the_order_it_came() -> None:
    queues, notes, gate = RoomQueues(runners=4, per_room=10, total=10), [], asyncio.Event()
    for note in "abc":
        assert queues.put("room", noting(notes, note, gate if note == "a" else None))
    async with running(queues):
        await asyncio.sleep(0)
        assert notes == []
        gate.set()
        await queues.drain()
    assert notes == ["a", "b", "c"]


async def test_a_room_that_waits_does_not_hold_up_another() -> None:
    queues, notes, gate, done = RoomQueues(runners=2, per_room=10, total=10), [], asyncio.Event(), asyncio.Event()

    async def last() -> None:
        done.set()

    queues.put("slow", noting(notes, "slow", gate))
    queues.put("fast", noting(notes, "fast"))
    queues.put("fast", last)
    async with running(queues):
        await done.wait()
        assert notes == ["fast"]
        gate.set()
        await queues.drain()
    assert notes == ["fast", "slow"]


async def test_with_one_runner_rooms_take_turns() -> None:
    queues, notes = RoomQueues(runners=1, per_room=10, total=10), []
    for note in ("a1", "a2", "a3"):
        queues.put("a", noting(notes, note))
    queues.put("b", noting(notes, "b1"))
    async with running(queues):
        await queues.drain()
    assert notes == ["a1", "b1", "a2", "a3"]


async def test_too_much_work_is_turned_away() -> None:
    queues, notes = RoomQueues(runners=1, per_room=2, total=3), []
    assert [queues.put("a", noting(notes, "a")) for _ in range(3)] == [True, True, False]
    assert [queues.put("b", noting(notes, "b")) for _ in range(2)] == [True, False]
    async with running(queues):
        await queues.drain()
        assert queues.put("a", noting(notes, "again"))
        await queues.drain()
    assert notes == ["a", "b", "a", "again"]


async def test_a_job_that_raises_ends_the_worker() -> None:
    queues = RoomQueues(runners=2, per_room=2, total=2)

    async def broken() -> None:
        raise ZeroDivisionError

    queues.put("a", broken)
    with pytest.raises(ExceptionGroup) as raised:
        await queues.run()
    assert raised.group_contains(ZeroDivisionError)
