"""Every input that ever broke something, and a short search for the next. `make fuzz` searches longer."""

from pathlib import Path

import pytest

from tools.fuzz.search import Broken, corpus, search
from tools.fuzz.targets import TARGETS

SECONDS = 5
"""For each target: with the HTTP interface's tests a minute in all."""

KEPT = [pytest.param(name, path, id=f"{name}/{path.name}") for name in TARGETS for path in corpus(name)]


@pytest.mark.parametrize(("name", "path"), KEPT)
def test_what_is_kept_breaks_nothing(name: str, path: Path) -> None:
    TARGETS[name].test(path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_is_found_in_a_short_search(name: str, tmp_path: Path) -> None:
    assert search(name, SECONDS, tmp_path).startswith(("Done", "#"))


def test_a_fault_is_found_and_its_input_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By lot, in this process; that Atheris ends by an exception is its own promise."""

    def breaks(data: bytes) -> None:
        assert b"r5" not in data

    monkeypatch.setitem(TARGETS, "commands", type(TARGETS["commands"])(breaks, ("r5",), 50))
    monkeypatch.setattr("tools.fuzz.search.has_atheris", lambda: False)
    with pytest.raises(Broken):
        search("commands", SECONDS, tmp_path)
    assert b"r5" in (tmp_path / "commands-crash").read_bytes()
