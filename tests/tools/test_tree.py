from pathlib import Path

import pytest

from tools.tree import faults


@pytest.mark.parametrize(
    ("name", "line", "why"),
    [
        ("notes.md", "see /ho" + "me/ada/0cards", "a path of one machine"),
        ("Dockerfile", "RUN pip install --index" + "-url x", "a package registry"),
        ("package-lock.json", '"resol' + 'ved": "x"', "an address"),
        ("requirements.lock", "a @ x", "an address"),
    ],
)
def test_what_ties_a_clone_to_a_place_is_found(tmp_path: Path, name: str, line: str, why: str):
    (tmp_path / name).write_text(f"fine\n{line}\n")
    found = list(faults(tmp_path / name))
    assert len(found) == 1
    assert f"{name}:2: " in found[0]
    assert why in found[0]


def test_pictures_and_ordinary_links_are_left_alone(tmp_path: Path):
    (tmp_path / "table.png").write_bytes(b"\x89PNG\xff")
    (tmp_path / "notes.md").write_text("https://docs.nats.io and deploy/nats/nats.conf and ~/" + "work/x\n")
    assert not [*faults(tmp_path / "table.png"), *faults(tmp_path / "notes.md")]
