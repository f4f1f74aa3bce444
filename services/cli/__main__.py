"""`zerocards` (`python -m services.cli`): status, rooms, one room, close, kick, drain, log level, replays."""

import asyncio
import functools
import json
import sys
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, ParamSpec

import grpc
import typer
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from rich.console import Console
from rich.markup import escape

from services.cli import tables
from services.cli.asking import operator
from services.common.codes import parse_code
from services.common.errors import CannotStart

P = ParamSpec("P")

_MEASURE_S = 1.0
_LOOK_S = 0.5

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)
_out = Console()

AsJson = Annotated[bool, typer.Option("--json", help="For programs: the message as JSON.")]
By = Annotated[str, typer.Option("--as", help="Your name in the log; the system's by default.")]
Seat = Annotated[str, typer.Argument(metavar="SEAT", help="p1, p2, …")]
Round = Annotated[int, typer.Argument(metavar="ROUND", help="Of the room, from 1.")]
Code = Annotated[str, typer.Argument(metavar="CODE", help="The room's code, as people type it.")]


@app.callback()
def main() -> None:
    """Look at an installation of 0cards! and act on it.

    Asks the game worker at ZEROCARDS_GAME_ADDR (gRPC), which answers for all; certificates are ZEROCARDS_TLS_CA,
    ZEROCARDS_TLS_CERT and ZEROCARDS_TLS_KEY. Exit codes: 1 no such thing, 2 not asked or not answered.
    """


def _command(work: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A command whose failures are a line, not a traceback."""

    @functools.wraps(work)
    def run(*arguments: P.args, **options: P.kwargs) -> None:
        try:
            asyncio.run(work(*arguments, **options))
        except grpc.aio.AioRpcError as error:
            missing = error.code() is grpc.StatusCode.NOT_FOUND
            print(f"{error.code().name.lower()}: {error.details()}", file=sys.stderr)
            raise typer.Exit(1 if missing else 2) from None
        except CannotStart as error:
            print(error, file=sys.stderr)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None

    return app.command()(run)


@_command
async def status(*, as_json: AsJson = False) -> None:
    """Every process: version, what it lacks, what it has and does; rooms by phase below."""
    async with operator() as asked:
        before = await asked.status()
        await asyncio.sleep(_MEASURE_S)
        after = await asked.status()
        by_phase = {phase: (await asked.rooms(phase, "", "", 1)).total for phase in _PHASES}
    speeds = tables.rates(before, after, _MEASURE_S)
    if as_json:
        processes = [{**_dict(one), "rates": speeds.get(one.instance, {})} for one in after]
        print(json.dumps({"processes": processes, "rooms": by_phase}))
        return
    _out.print(tables.status_table(after, speeds))
    _out.print("rooms: " + ", ".join(f"{count} {phase}" for phase, count in by_phase.items()))


@_command
async def rooms(
    *,
    phase: Annotated[str, typer.Option(help="lobby, playing, round_over or game_over.")] = "",
    find: Annotated[str, typer.Option(help="Part of a code, a rule set or a player's name.")] = "",
    sort: Annotated[str, typer.Option(help="code, version, players, idle or round.")] = "code",
    limit: Annotated[int, typer.Option(min=1, max=1_000)] = 50,
    as_json: AsJson = False,
) -> None:
    """The rooms there are."""
    async with operator() as asked:
        found = await asked.rooms(phase, find, sort, limit)
    print(json.dumps(_dict(found))) if as_json else _out.print(tables.rooms_table(found))


@_command
async def room(
    code: Code,
    *,
    lines: Annotated[int, typer.Option(min=0, max=1_000, help="Of the round's log.")] = 10,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Until Ctrl-C, again whenever it changes.")] = False,
    by: By = "",
    as_json: AsJson = False,
) -> None:
    """The table in notation, hidden cards too, and the last of its log. Each look is logged with your name."""
    version = 0
    async with operator(by) as asked:
        while True:
            seen = await asked.inspect(_code(code), lines)
            if seen.version != version:
                version = seen.version
                if as_json:
                    print(json.dumps(_dict(seen) | {"state": json.loads(seen.state_json)}), flush=True)
                else:
                    _out.print(f"[bold]version {version}[/]\n{escape(seen.table)}", highlight=False)
                    _out.print(*(escape(line) for line in seen.log), sep="\n", style="dim", highlight=False)
            if not follow:
                return
            await asyncio.sleep(_LOOK_S)


@_command
async def close(
    code: Code,
    *,
    reason: Annotated[str, typer.Option(help="For the log.")] = "operator",
    by: By = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Close a room: everybody in it is told, nothing of it stays."""
    if not yes:
        typer.confirm(f"Close {code} for everybody in it?", abort=True)
    async with operator(by) as asked:
        if not await asked.close(_code(code), reason):
            _none(f"no room {code}")


@_command
async def kick(
    code: Code, seat: Annotated[str, typer.Argument(metavar="SEAT", help="p1, p2, …")], *, by: By = ""
) -> None:
    """Take a player out of a room; they cannot come back for 5 minutes."""
    async with operator(by) as asked:
        if refusal := await asked.kick(_code(code), seat):
            _none(f"refused: {refusal}")


@_command
async def drain(
    instances: Annotated[list[str], typer.Argument(metavar="PROCESS…", help="As `status` names them, or a service.")],
    *,
    by: By = "",
) -> None:
    """Let processes finish what they have begun and end; whoever runs them starts others."""
    async with operator(by) as asked:
        told = await asked.drain(instances)
    print(*told, sep="\n") if told else _none("no such process answers")


@_command
async def log_level(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="debug, info, warning or error.")],
    instances: Annotated[
        list[str] | None, typer.Argument(metavar="PROCESS…", help="Or services; all by default.")
    ] = None,
    *,
    by: By = "",
) -> None:
    """Log more or less from now on, until the processes end."""
    async with operator(by) as asked:
        told = await asked.log_level(level, instances or [])
    print(*told, sep="\n") if told else _none("no such process answers")


@_command
async def replay(
    code: Code, number: Annotated[int, typer.Argument(metavar="ROUND", help="Of the room, from 1.")]
) -> None:
    """A finished round as it was played: a file for `python -m services.game.replay`."""
    async with operator() as asked:
        found = await asked.replay(_code(code), number)
    if found.HasField("refusal"):
        _none(found.refusal.code)
    print(found.text)


_PHASES = ("lobby", "playing", "round_over", "game_over")


def _code(text: str) -> str:
    code = parse_code(text)
    if code is None:
        _none(f"{text!r} is no room code")
    return code or ""


def _dict(message: Message) -> dict[str, Any]:
    shown: dict[str, Any] = MessageToDict(message, always_print_fields_with_no_presence=True)
    return shown


def _none(why: str) -> None:
    print(why, file=sys.stderr)
    raise typer.Exit(1)


if __name__ == "__main__":
    app()
