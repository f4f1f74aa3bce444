"""`python -m tools.audit`: ends with 1 where a lock pins what advisories.json says has a hole (docs/security.md)."""

import json
import sys
from pathlib import Path

from tools.audit.compare import affected, load, npm_pins, python_pins

ROOT = Path(__file__).parents[2]


def main() -> None:
    advisories = load(Path(__file__).with_name("advisories.json").read_text())
    pinned = [pin for lock in sorted(ROOT.glob("requirements*.lock")) for pin in python_pins(lock.read_text())]
    for folder in ("web", "proto", "deploy"):
        lock = ROOT / folder / "package-lock.json"
        if lock.exists():
            pinned += npm_pins(json.loads(lock.read_text()))
    found = sorted({f"{pin.name} {pin.version}: {why}" for pin in pinned for why in affected(pin, advisories)})
    if found:
        sys.exit("\n".join(["locked, and known to have a hole (make lock LOCK_FLAGS=--upgrade):", *found]))


if __name__ == "__main__":
    main()
