"""The Dockerfile, as far as it can be judged without building it; `make image` builds it."""

import re
import subprocess
import sys
from pathlib import Path

from services import __version__

ROOT = Path(__file__).parents[2]


def test_hadolint_finds_nothing() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    for dockerfile in ("deploy/image/Dockerfile", "tools/deploy/servers.Dockerfile"):
        judged = subprocess.run([hadolint, dockerfile], cwd=ROOT, capture_output=True, text=True, check=False)
        assert judged.returncode == 0, judged.stdout


def test_what_goes_into_the_build_is_named_one_by_one() -> None:
    """A secret or a database that lies about can only stay outside if everything does that is not named."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    allowed = {line[1:] for line in lines if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(\S+) ", (ROOT / "deploy/image/Dockerfile").read_text(), re.MULTILINE)
    named = {"requirements.lock" if source == "${LOCK}" else source for source in copied}
    assert {source.partition("/")[0] for source in named} <= allowed


def test_the_image_says_which_version_it_is() -> None:
    assert f"ARG VERSION={__version__}\n" in (ROOT / "deploy/image/Dockerfile").read_text()
