import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from services.common.run import background

pytestmark = pytest.mark.asyncio

ROOT = Path(__file__).parents[2]


class Toy:
    """The toy service as a process, and what it has logged."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.logged: list[dict[str, Any]] = []

    async def until(self, event: str) -> dict[str, Any]:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.logged.append(json.loads(line))
            if self.logged[-1]["event"] == event:
                return self.logged[-1]
        raise AssertionError(f"never said {event!r}: {self.logged}")

    async def ended(self) -> int:
        assert self.process.stdout is not None
        self.logged += [json.loads(line) for line in (await self.process.stdout.read()).splitlines()]
        return await self.process.wait()

    @property
    def events(self) -> list[str]:
        return [entry["event"] for entry in self.logged]


@asynccontextmanager
async def toy(mode: str, **environ: str) -> AsyncIterator[Toy]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.fixtures.toy", mode),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={"ZEROCARDS_METRICS_PORT": "0", "PYTHONPATH": str(ROOT), **environ},
    )
    try:
        yield Toy(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_drains(number: signal.Signals) -> None:
    async with toy("lives") as service:
        await service.until("started")
        service.process.send_signal(number)
        assert await service.ended() == 0
    assert service.events[-3:] == ["draining", "drained", "stopped"]


async def test_a_drain_has_an_end() -> None:
    async with toy("drains-for-ever", ZEROCARDS_DRAIN_S="0.1") as service:
        await service.until("started")
        service.process.terminate()
        assert await service.ended() == 1
    assert "not drained in time" in service.events


async def test_a_start_can_be_given_up() -> None:
    async with toy("starts-for-ever") as service:
        await service.until("starting")
        service.process.terminate()
        assert await service.ended() == 0


async def test_what_is_missing_is_said_without_a_traceback() -> None:
    async with toy("cannot-start") as service:
        assert await service.ended() == 1
    assert service.logged[-1]["reason"] == "no table to sit at"
    assert "exception" not in service.logged[-1]


async def test_a_failing_background_loop_ends_the_service() -> None:
    async with toy("fails") as service:
        assert await service.ended() == 1
    assert service.events[-1] == "failed"
    assert "no such card" in json.dumps(service.logged[-1]["exception"])


@pytest.mark.parametrize("form", ["json", "pretty"])
async def test_a_traceback_shows_no_variables(form: str) -> None:
    """They hold hands and seeds (P7)."""
    async with toy("fails", ZEROCARDS_LOG_FORMAT=form) as service:
        assert service.process.stdout is not None
        said = (await service.process.stdout.read()).decode()
        await service.process.wait()
    assert "no such card" in said
    assert "hidden-card" not in said


async def test_a_wrong_configuration_is_its_own_exit_code() -> None:
    async with toy("lives", ZEROCARDS_DRAIN_S="soon") as service:
        assert await service.ended() == 2


async def test_logs_name_the_service_and_hide_secrets() -> None:
    async with toy("lives") as service:
        entry = await service.until("secrets")
        library = await service.until("a library's warning")
    assert entry["token"] == "…"
    assert entry["deep"] == "fine"
    assert entry["service"] == library["service"] == "toy"
    assert library["level"] == "warning"


async def test_what_runs_in_the_background_is_cancelled_until_it_has_heard() -> None:
    """`asyncio.wait_for` of Python 3.11 loses a cancellation that comes as it is done."""
    deaf_once = []

    async def loop() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            deaf_once.append(True)
        await asyncio.Event().wait()

    async with asyncio.timeout(10):
        async with background(loop(), loop()):
            await asyncio.sleep(0)
    assert deaf_once == [True, True]


async def test_the_background_ends_with_a_body_that_fails() -> None:
    ended = asyncio.Event()

    async def loop() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def fail() -> None:
        async with background(loop()):
            await asyncio.sleep(0)
            raise ZeroDivisionError

    with pytest.raises(ExceptionGroup) as failed:
        await fail()
    assert failed.group_contains(ZeroDivisionError)
    assert ended.is_set()
