import asyncio
import contextlib
import fcntl
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.dev import Options, Stack, StackError
from tools.dev.child import Child
from tools.dev.ports import BLOCK, MAX_GAME_WORKERS, MAX_GATEWAYS, Ports, free_ports, is_free
from tools.dev.terminal import Terminal
from tools.dev.watch import restart_the_dead

WAITS_FOR_SIGTERM = "import signal; print('up', flush=True); signal.pause()"
IGNORES_SIGTERM = (
    "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); signal.pause()"
)
FAILS = "raise SystemExit('no such card')"


@pytest.fixture
def child(tmp_path: Path) -> Callable[[str], Child]:
    def make(program: str) -> Child:
        log = tmp_path / "log"

        async def says_up() -> None:
            if not log.exists() or "up" not in log.read_text():
                raise OSError("not up")

        return Child(
            name="child", command=[sys.executable, "-c", program], log=log, cwd=tmp_path, ports=[], probe=says_up
        )

    return make


@contextlib.contextmanager
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_a_child_is_ready_when_its_probe_says_so_and_ends_on_sigterm(child):
    it = child(WAITS_FOR_SIGTERM)
    it.start()
    await it.ready(timeout_s=10)
    assert it.pid is not None
    assert await it.stop(grace_s=10)
    assert it.pid is None


@pytest.mark.asyncio
async def test_a_child_that_does_not_end_is_killed(child):
    it = child(IGNORES_SIGTERM)
    it.start()
    await it.ready(timeout_s=10)
    assert not await it.stop(grace_s=0.1)
    assert it.exit_code == -9


@pytest.mark.asyncio
async def test_a_child_that_fails_at_start_shows_why(child):
    it = child(FAILS)
    it.start()
    with pytest.raises(StackError, match=r"(?s)ended with code 1 at start.*no such card"):
        await it.ready(timeout_s=10)


@pytest.mark.asyncio
async def test_the_dead_are_started_again_but_the_stopped_are_not(child):
    said: list[str] = []
    it = child(WAITS_FOR_SIGTERM)
    it.start()
    await it.ready(timeout_s=10)
    watch = asyncio.create_task(restart_the_dead([it], said.append))
    first = it.pid
    it.kill()
    await eventually(lambda: it.pid not in {first, None})
    assert len(said) == 1
    assert "child ended with code -9; it is started again in 0.5 s" in said[0]

    await it.stop(grace_s=10)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(watch, timeout=0.8)
    assert it.pid is None
    assert len(said) == 1


def test_no_two_processes_are_given_one_port():
    ports = Ports(base=7400, gateway=8000)
    games = [f"game-{number + 1}" for number in range(MAX_GAME_WORKERS)]
    gateways = ["gateway", *(f"gateway-{number}" for number in range(2, MAX_GATEWAYS + 1))]
    given = [ports.gateway, ports.nats, ports.redis]
    given += [ports.grpc(name) for name in ["lobby", *games]]
    given += [ports.metrics(name) for name in ["lobby", "bots", *gateways, *games]]
    given += [port(number) for port in (ports.nats_of, ports.redis_of) for number in (2, 3)]
    given += [port(number) for port in (ports.nats_route, ports.sentinel) for number in (1, 2, 3)]
    given += [ports.public(name) for name in gateways[1:]]
    assert len(given) == len(set(given))
    assert max(given[1:]) < ports.base + BLOCK


def test_a_port_somebody_listens_on_is_not_free():
    with taken_port() as port:
        assert not is_free("127.0.0.1", port)


@pytest.mark.asyncio
async def test_a_taken_port_is_named_with_the_variable_that_moves_it(tmp_path):
    base = free_ports("127.0.0.1").base
    with taken_port() as port:
        stack = Stack(Options(data_dir=tmp_path, port=port, ports_base=base))
        with pytest.raises(StackError, match=f"port {port} on 127.0.0.1 is taken: ZEROCARDS_PORT="):
            await stack.start()
    assert stack.pids == {}


@pytest.mark.asyncio
async def test_one_data_directory_is_not_given_to_two_stacks(tmp_path):
    with (tmp_path / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(StackError, match="another stack runs in"):
            await Stack(Options(data_dir=tmp_path, ports_base=None)).start()


@pytest.mark.asyncio
async def test_a_server_that_is_not_there_is_named(tmp_path, redis_url):
    with taken_port() as port:
        pass
    stack = Stack(Options(data_dir=tmp_path, ports_base=None, nats_url=f"nats://127.0.0.1:{port}", redis_url=redis_url))
    with pytest.raises(StackError, match=f"NATS at nats://127.0.0.1:{port} does not answer"):
        await stack.start()


def test_the_terminal_shows_warnings_and_what_is_no_log_entry(capsys):
    terminal = Terminal(verbose=False)
    terminal.show("game-1", '{"level":"info","event":"started"}')
    terminal.show("game-1", '{"level":"warning","event":"stale","room":"ABCDEFGH"}')
    terminal.show("lobby", "Traceback (most recent call last):")
    shown = capsys.readouterr().err.splitlines()
    assert [line.split() for line in shown] == [
        ["game-1", "warning", "stale", "room=ABCDEFGH"],
        ["lobby", "Traceback", "(most", "recent", "call", "last):"],
    ]
