"""Searches for a fault in one target for so many seconds, and says what breaks it."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tools.fuzz.targets import TARGETS, Target

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests/fuzz/corpus"
_SLOW_START_S = 60
"""Reading all of the code into the fuzzer, on a machine that has other things to do."""
_STUCK_S = 10
"""One input that takes longer is a fault."""
_MEMORY_MB = 2_048
_BATCH = 200


class Broken(Exception):
    """The message holds the traceback and where the input was put."""


def has_atheris() -> bool:
    return importlib.util.find_spec("atheris") is not None


def corpus(name: str) -> list[Path]:
    """The inputs that are kept for a target."""
    return sorted(path for path in (CORPUS / name).iterdir() if path.is_file())


def search(name: str, seconds: int, found: Path) -> str:
    """How far it came; an input that breaks the target is put into the folder `found`. Raises Broken."""
    return _by_coverage(name, seconds, found) if has_atheris() else _by_lot(name, seconds, found)


def _by_coverage(name: str, seconds: int, found: Path) -> str:
    target = TARGETS[name]
    with tempfile.TemporaryDirectory() as folder:
        # What it finds interesting goes into the first folder; the corpus in the repository is read only.
        work = Path(folder, "corpus")
        work.mkdir()
        words = Path(folder, "words")
        words.write_text("\n".join(_quoted(word) for word in target.words))
        command = [sys.executable, "-m", "tools.fuzz.process", name, f"-max_total_time={seconds}"]
        command += [f"-max_len={target.longest}", f"-timeout={_STUCK_S}", f"-rss_limit_mb={_MEMORY_MB}"]
        command += [f"-dict={words}"] if target.words else []
        command += [f"-artifact_prefix={found}/{name}-", str(work), str(CORPUS / name)]
        environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'gen'}"}
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace",
            timeout=seconds + _SLOW_START_S, check=False,
        )  # fmt: skip
    said = (run.stdout + run.stderr).splitlines()
    if run.returncode:
        raise Broken("\n".join(said[-40:]))
    return next((line for line in reversed(said) if line.startswith(("Done ", "#"))), "")


def _quoted(word: str) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"'


def _by_lot(name: str, seconds: int, found: Path) -> str:
    """Hypothesis, where Atheris has no wheel: the corpus cut and joined, and words of the target."""
    target, until, tried = TARGETS[name], time.monotonic() + seconds, 0
    inputs = _inputs(name, target)

    @settings(
        max_examples=_BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )  # fmt: skip
    @given(inputs)
    def batch(data: bytes) -> None:
        try:
            target.test(data)
        except Exception:
            (found / f"{name}-crash").write_bytes(data)
            raise

    while time.monotonic() < until:
        try:
            batch()
        except Exception as fault:
            raise Broken(f"{fault!r}: {found / f'{name}-crash'}") from fault
        tried += _BATCH
    return f"Done {tried} inputs by lot"


def _inputs(name: str, target: Target) -> st.SearchStrategy[bytes]:
    kept = st.sampled_from([path.read_bytes() for path in corpus(name)])
    pieces = st.binary(max_size=8) | st.sampled_from([word.encode() for word in target.words] or [b""])
    spliced = st.builds(
        lambda data, at, piece, cut: data[: at % (len(data) + 1)] + piece + data[(at + cut) % (len(data) + 1) :],
        kept, st.integers(0, target.longest), pieces, st.integers(0, 8),
    )  # fmt: skip
    return spliced | st.lists(pieces, max_size=20).map(b"".join) | st.binary(max_size=target.longest)
