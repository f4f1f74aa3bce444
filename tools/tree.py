"""`python -m tools.tree`: refuses committed files that tie a clone to one machine or to one package registry."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:root|home|work|Users)/\w")
_REGISTRY = re.compile(
    r"https?://(?:registry|files|pypi|index|deb|security)\.|[-]-(?:extra-index-url|index-url|find-links)"
)
# A lock pins by hash; where the bytes come from is the installing machine's choice.
_ADDRESS = re.compile(r"\"resolved\"|^\S+ @ |^-")


def faults(path: Path) -> Iterator[str]:
    """`path:line: why`, for each line that should not be there."""
    try:
        lines = path.read_text().splitlines()
    except (UnicodeDecodeError, FileNotFoundError):  # a picture; a file that is deleted but not yet committed so
        return
    is_lock = path.name == "package-lock.json" or path.suffix == ".lock"
    for number, line in enumerate(lines, 1):
        if _MACHINE_PATH.search(line):
            yield f"{path}:{number}: names a path of one machine"
        if _REGISTRY.search(line):
            yield f"{path}:{number}: names a package registry"
        if is_lock and _ADDRESS.search(line):
            yield f"{path}:{number}: a lock holds an address"


def main() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    found = [fault for name in tracked.split("\0") if name for fault in faults(Path(name))]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
