"""Programs that others wrote, and what to say when one is missing or fails."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]

_TAIL_LINES = 30
_PACKAGES = {
    "buildah": "buildah",
    "mmdebstrap": "mmdebstrap",
    "dockerd": "docker.io",
    "docker-compose": "docker-compose",
}


class DeployError(Exception):
    """What was tried does not work; the message says what to do or what the program said."""


def need(*programs: str) -> None:
    """Raises DeployError and names the packages, unless all of them are there."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        packages = " ".join(_PACKAGES.get(program, program) for program in missing)
        raise DeployError(f"missing: {', '.join(missing)} (on Debian: apt install {packages})")


def run(*command: str, env: Mapping[str, str] | None = None, stdin: str | None = None, cwd: Path = ROOT) -> str:
    """What it printed. `env` is added to ours. Raises DeployError with the end of what it said."""
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, check=False, cwd=cwd, env={**os.environ, **(env or {})}
    )
    if done.returncode:
        said = (done.stderr + done.stdout).splitlines()[-_TAIL_LINES:]
        raise DeployError("\n".join([f"{' '.join(command)} ended with code {done.returncode}:", *said]))
    return done.stdout
