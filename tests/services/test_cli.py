"""`zerocards`: what it shows of a real game worker, what it does to it, and what it says when it cannot."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from services.cli.asking import operator
from services.common import log
from services.common.codes import new_code
from tests.fixtures.game import Table, config_for, table_at, worker

pytestmark = pytest.mark.asyncio

Ran = subprocess.CompletedProcess[str]
Run = Callable[..., "asyncio.Future[Ran]"]


@pytest_asyncio.fixture
async def place(nats_url: str, redis_url: str) -> AsyncIterator[tuple[Table, Run]]:
    """A room of Ann and Bob at a worker, and the command line pointed at it."""
    config = config_for(nats_url, redis_url)

    def run(*arguments: str) -> "asyncio.Future[Ran]":
        environment = os.environ | {"ZEROCARDS_GAME_ADDR": f"{config.host}:{config.grpc_port}", "COLUMNS": "200"}
        command = [sys.executable, "-m", "services.cli", *arguments]
        return asyncio.ensure_future(
            asyncio.to_thread(subprocess.run, command, env=environment, capture_output=True, text=True, timeout=60)
        )

    async with worker(config), table_at(config) as table:
        await table.listen()
        await table.open("mercy", public="on")
        await table.seated("Ann", "Bob")
        yield table, run


async def test_status_names_every_process_and_the_rooms(place: tuple[Table, Run]) -> None:
    _, run = place
    told = json.loads((await run("status", "--json")).stdout)
    (process,) = told["processes"]
    assert process["service"] == "game"
    assert process["checks"]["redis"] is True
    assert process["figures"]["zerocards_game_commands_total"] > 0
    assert process["rates"]["zerocards_game_commands_total"] >= 0
    assert told["rooms"]["lobby"] == 1
    shown = (await run("status")).stdout
    assert process["instance"] in shown
    assert "lacks started" in shown  # which this one, put together by a test, was never told
    assert "1 lobby, 0 playing" in shown


async def test_rooms_are_found_sorted_and_cut(place: tuple[Table, Run]) -> None:
    table, run = place
    (room,) = json.loads((await run("rooms", "--json", "--find", "BOB")).stdout)["rooms"]
    assert (room["code"], room["ruleset"], room["phase"], room["public"]) == (table.code, "mercy", "lobby", True)
    assert room["seats"] == ["Ann", "Bob"]
    assert json.loads((await run("rooms", "--json", "--phase", "playing")).stdout)["rooms"] == []
    assert table.code in (await run("rooms", "--sort", "version")).stdout
    wrong = await run("rooms", "--sort", "colour")
    assert wrong.returncode == 2
    assert "sort: one of" in wrong.stderr


@pytest.mark.rule("COM-23")
async def test_a_room_is_shown_a_player_kicked_and_the_room_closed(place: tuple[Table, Run]) -> None:
    table, run = place
    seen = json.loads((await run("room", table.code.lower(), "--json")).stdout)
    assert seen["state"]["code"] == table.code
    assert "mercy lobby" in seen["table"]
    assert (await run("kick", table.code, "p2")).returncode == 0
    assert [seat["seat"] for seat in json.loads(table.updates()[-1].room)["seats"]] == ["p1"]
    refused = await run("kick", table.code, "p2")
    assert (refused.returncode, refused.stderr) == (1, "refused: bad_target\n")
    assert (await run("close", table.code, "--yes")).returncode == 0
    assert table.updates()[-1].closed
    again = await run("close", table.code, "--yes")
    assert (again.returncode, again.stderr) == (1, f"no room {table.code}\n")
    assert (await run("room", table.code)).returncode == 1


async def test_log_levels_change_while_the_process_runs(place: tuple[Table, Run]) -> None:
    _, run = place
    before = log.level()
    try:
        told = await run("log-level", "debug", "game")
        assert told.stdout.startswith("game-")
        assert log.level() == "debug"
        assert (await run("log-level", "loud")).returncode == 2
        assert (await run("log-level", "info", "gateway")).returncode == 1
    finally:
        log.set_level(before if before in log.LEVELS else "warning")


async def test_what_is_not_there_is_said_in_a_line(place: tuple[Table, Run]) -> None:
    _, run = place
    for arguments in (("replay", new_code(), "1"), ("room", "nonsense"), ("drain", "game-nobody")):
        told = await run(*arguments)
        assert told.returncode == 1
        assert told.stdout == ""
        assert len(told.stderr.splitlines()) == 1


async def test_a_user_without_a_name_is_known_by_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the image nobody has one."""

    def nobody() -> str:
        raise KeyError("getpwuid(): uid not found")

    monkeypatch.setattr("getpass.getuser", nobody)
    async with operator() as asked:
        assert asked._name == f"user {os.getuid()}"
