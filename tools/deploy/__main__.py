"""`python -m tools.deploy`: `image` builds and starts it, `check` plays through it all, `fail-over` kills a Redis."""

import json
import signal
import sys
import time
from typing import Annotated

import typer

from tools.deploy import check
from tools.deploy.run import DeployError

_Base = Annotated[
    str,
    typer.Option(envvar="BASE", help="A Python image; without one, a base is made of this Debian's packages."),
]
app = typer.Typer(add_completion=False, help=__doc__)


@app.command()
def image(base: _Base = "") -> None:
    """Build the image, start its gateway, get its health page."""
    _print(check.build_and_start, base)


@app.command(name="check")
def check_all(base: _Base = "") -> None:
    """Build it, bring all of it up, play through it, back up, stop, restore, come back to the room."""
    _print(check.everything, base)


@app.command()
def fail_over(base: _Base = "") -> None:
    """Three Redis servers under three Sentinels: kill the primary, come back to the room. Needs a machine at rest."""
    _print(check.fail_over, base)


def _print(step: check.Step, base: str) -> None:
    started = time.monotonic()
    # Told to end, we take down what we have put up.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))

    def say(text: str) -> None:
        print(f"{time.monotonic() - started:6.1f} s  {text}", file=sys.stderr, flush=True)

    try:
        print(json.dumps(step(base, say)))
    except DeployError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from error


app()
