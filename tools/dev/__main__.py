"""`python -m tools.dev`: 0cards! on this machine, until Ctrl-C."""

import asyncio
import contextlib
import json
import signal
from pathlib import Path
from typing import Annotated

import typer

from tools.dev.errors import StackError
from tools.dev.services import ROOT
from tools.dev.stack import Options, Stack
from tools.dev.terminal import Terminal


def main(  # noqa: PLR0913  one parameter an option
    *,
    port: Annotated[int, typer.Option(envvar="ZEROCARDS_PORT", help="Where the browser goes.")] = 8000,
    host: Annotated[str, typer.Option(envvar="ZEROCARDS_HOST", help="0.0.0.0 lets other machines in.")] = "127.0.0.1",
    ports_base: Annotated[
        int, typer.Option(envvar="ZEROCARDS_PORTS_BASE", help="All other ports are counted from this one.")
    ] = 7400,
    free_ports: Annotated[
        bool,
        typer.Option("--free-ports", help="Take free ports and print addresses and process ids as JSON."),
    ] = False,
    data_dir: Annotated[Path, typer.Option(envvar="ZEROCARDS_DATA_DIR", help="Data and logs.")] = ROOT / ".run",
    game_workers: Annotated[int, typer.Option(help="How many game workers.")] = 2,
    gateways: Annotated[int, typer.Option(help="How many gateways; the port is the first one's.")] = 1,
    nats_url: Annotated[
        str | None, typer.Option(envvar="ZEROCARDS_NATS_URL", help="Use this NATS instead of one of our own.")
    ] = None,
    redis_url: Annotated[
        str | None,
        typer.Option(envvar="ZEROCARDS_REDIS_URL", help="Use this Redis instead of one of our own."),
    ] = None,
    secured: Annotated[
        bool, typer.Option("--secured", help="Users, passwords and certificates as in a real installation.")
    ] = False,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Three NATS servers, and three Valkeys under Sentinels.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the services' info lines too.")] = False,
) -> None:
    """Start NATS, Valkey and all services; say where to go; end everything on Ctrl-C."""
    terminal = Terminal(verbose=verbose)
    options = Options(
        data_dir=data_dir,
        host=host,
        port=port,
        ports_base=None if free_ports else ports_base,
        game_workers=game_workers,
        gateways=gateways,
        nats_url=nats_url,
        redis_url=redis_url,
        secured=secured,
        cluster=cluster,
    )
    try:
        asyncio.run(_run(options, terminal, as_json=free_ports))
    except StackError as error:
        terminal.say(str(error))
        raise typer.Exit(1) from error


async def _run(options: Options, terminal: Terminal, *, as_json: bool) -> None:
    stack = Stack(options, say=terminal.say)
    asked_to_end = _on_signals()
    starting = asyncio.create_task(stack.start())
    await asyncio.wait([starting, asyncio.create_task(asked_to_end.wait())], return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()  # which ends what was started
        with contextlib.suppress(asyncio.CancelledError):
            await starting
        return
    await starting
    following = asyncio.create_task(terminal.follow(stack.logs))
    if as_json:
        print(json.dumps(stack.describe()), flush=True)
    else:
        terminal.say(f"\n  0cards! is open at {stack.url}\n  Ctrl-C ends it; logs are in {stack.logs}\n")
    await asked_to_end.wait()
    terminal.say("ending: services first, then their servers (Ctrl-C again does not wait)")
    await stack.stop()
    following.cancel()


def _on_signals() -> asyncio.Event:
    """Set by the first Ctrl-C, SIGTERM or hang-up; the second one kills all children by killing us."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):

        def end(number: signal.Signals = number) -> None:
            if asked.is_set():
                loop.remove_signal_handler(number)
                signal.raise_signal(number)
            asked.set()

        loop.add_signal_handler(number, end)
    return asked


typer.run(main)
