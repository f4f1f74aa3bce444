"""`python -m tools.fuzz`: searches every target, or those named, and ends with 1 where one breaks."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tools.fuzz.search import Broken, corpus, has_atheris, search
from tools.fuzz.targets import TARGETS


def main(
    targets: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(TARGETS)}; none: all.")] = None,
    minutes: Annotated[float, typer.Option(help="For each target.")] = 1,
) -> None:
    """Try the corpus, then search; say what breaks a target and where the input is."""
    names = targets or list(TARGETS)
    if unknown := set(names) - TARGETS.keys():
        raise typer.BadParameter(f"no such target: {', '.join(sorted(unknown))}")
    print(f"{'Atheris' if has_atheris() else 'Hypothesis: Atheris has no wheel here'}, {minutes:g} min each")
    found = Path(tempfile.mkdtemp(prefix="zerocards-fuzz-"))
    broken = 0
    for name in names:
        for path in corpus(name):
            TARGETS[name].test(path.read_bytes())
        try:
            print(f"{name:10}{search(name, round(minutes * 60), found)}", flush=True)
        except Broken as fault:
            broken += 1
            print(f"{name:10}BROKEN\n{fault}", flush=True)
    if broken:
        print(f"{broken} broken; inputs are in {found}: mend it, and put the input into tests/fuzz/corpus")
        raise typer.Exit(1)
    found.rmdir()


typer.run(main)
