"""A lock that pins a known hole is named."""

import json
from pathlib import Path

import pytest

from tools.audit import __main__ as audit
from tools.audit.compare import Pin, affected, load, npm_pins, python_pins

RECORD = {
    "id": "CVE-1",
    "summary": "a hole",
    "affected": [
        {
            "package": {"ecosystem": "PyPI", "name": "Some_Package"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.2"}]},
                {"type": "ECOSYSTEM", "events": [{"introduced": "2.0"}, {"fixed": "2.0.5"}]},
            ],
            "versions": ["3.0"],
        }
    ],
    "references": [],
}


@pytest.mark.parametrize(
    ("version", "holed"),
    [("1.1.9", True), ("1.2", False), ("1.9", False), ("2.0", True), ("2.0.4", True), ("2.0.5", False), ("3.0", True)],
)
def test_a_version_between_introduced_and_fixed_is_named(version: str, holed: bool) -> None:
    advisories = load(json.dumps([RECORD]))

    assert list(affected(Pin("PyPI", "some-package", version), advisories)) == (["CVE-1 a hole"] if holed else [])
    assert not list(affected(Pin("npm", "some-package", version), advisories))


def test_pins_are_read_from_both_kinds_of_lock() -> None:
    assert list(python_pins("A.b==1.0 ; python_version < '4' \\\n    --hash=sha256:00\nc==2\n")) == [
        Pin("PyPI", "a-b", "1.0"),
        Pin("PyPI", "c", "2"),
    ]
    lock = {"packages": {"": {"version": "0"}, "node_modules/@a/b": {"version": "1.0.0-beta.1"}}}
    assert list(npm_pins(lock)) == [Pin("npm", "@a/b", "1.0.0-beta.1")]


def test_our_locks_are_without_a_known_hole_and_the_list_is_about_what_we_use() -> None:
    audit.main()
    advisories = load(Path(audit.__file__).with_name("advisories.json").read_text())
    locks = "".join(path.read_text() for path in audit.ROOT.glob("requirements*.lock"))
    used = {pin[:2] for pin in python_pins(locks)}
    for path in ("web", "proto"):
        used |= {pin[:2] for pin in npm_pins(json.loads((audit.ROOT / path / "package-lock.json").read_text()))}
    unused = {part.package.name for each in advisories for part in each.affected} - {name for _, name in used}
    assert not unused
