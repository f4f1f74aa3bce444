"""`python -m tools.observe`: dashboards written or compared, and pictures of them under load."""

import asyncio
import sys
from typing import Annotated

import typer

from tools.dev import StackError
from tools.observe import grafana
from tools.observe.pictures import FOLDER, take

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback()
def main() -> None:
    """What operators see of 0cards!."""


@app.command()
def dashboards(
    *, check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if one is old.")] = False
) -> None:
    """Write deploy/grafana/dashboards."""
    wanted = grafana.files()
    old = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    stray = set(grafana.FOLDER.glob("*.json")) - wanted.keys()
    if check:
        if old or stray:
            sys.exit(f"not current: {', '.join(sorted(path.name for path in {*old, *stray}))} (make dashboards)")
        return
    grafana.FOLDER.mkdir(parents=True, exist_ok=True)
    for path in stray:
        path.unlink()
    for path in old:
        path.write_text(wanted[path])


@app.command()
def pictures(
    *,
    rooms: Annotated[int, typer.Option(min=1)] = 20,
    players: Annotated[int, typer.Option(min=1, max=8, help="In each room, besides two bots.")] = 3,
    seconds: Annotated[float, typer.Option(min=30, help="Of load.")] = 90.0,
    rate: Annotated[float, typer.Option(min=1, help="Players' moves a second over all rooms.")] = 60.0,
) -> None:
    """Write docs/images/operations: a stack of its own under load, seen by a Prometheus."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        taken = asyncio.run(take(rooms, players, seconds, rate))
    except StackError as error:
        sys.exit(str(error))
    for path, text in taken.items():
        path.write_text(text)


if __name__ == "__main__":
    app()
