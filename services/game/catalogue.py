"""Writes the catalogue that the web client is built with: `python -m services.game.catalogue FILE`."""

import sys
from pathlib import Path

import msgspec

from services.game.engine.catalogue import catalogue


def text() -> str:
    """The catalogue as the proto's canonical JSON, indented."""
    return msgspec.json.format(msgspec.json.encode(catalogue()), indent=1).decode() + "\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text())
    else:
        sys.stdout.write(text())
