"""Plays a finished round again: `python -m services.game.replay [--check|--verify] FILE` (docs/notation.md)."""

import argparse
import sys
from hashlib import sha256
from pathlib import Path

from services.game.engine import Refused, Room
from services.game.position import describe
from services.game.replay_file import Replay, dealt, parse, play, result


def show(replay: Replay) -> str:
    """Plays it and prints the table after each step; what is wrong, or nothing."""
    for line, room, _ in play(replay):
        print(f"{line.ms / 1000:8.1f} s  {line.who or '-'}: {line.command}" if line else "dealt")
        print(describe(room))
    return ""


def check(replay: Replay) -> str:
    """Whether it ends as recorded: every command accepted in one order of versions, the round over with its last."""
    room: Room | None = None
    version = 0
    for line, room, _ in play(replay):  # noqa: B007  (the last room counts)
        if line and version and line.version <= version:
            return f"version {line.version} comes after {version}"
        version = line.version if line else 0
    if room is None or (ended := result(room)) is None:
        return "the round is not over at its end"
    if replay.header.result is not None and ended != replay.header.result:
        return f"it ends with {ended}, recorded was {replay.header.result}"
    return ""


def verify(replay: Replay) -> str:
    """Whether the seed has the hash that was published, and deals."""
    head = replay.header
    if sha256(bytes.fromhex(head.seed)).hexdigest() != head.seed_hash:
        return "the seed does not have the hash that was published"
    print(describe(dealt(head)))
    return ""


def main(arguments: list[str]) -> int:
    """0 if all is well; 1 with what is not."""
    parser = argparse.ArgumentParser(prog="python -m services.game.replay", description=__doc__)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="only verify that it ends as recorded")
    how.add_argument("--verify", action="store_true", help="deal again from the seed and check its hash")
    parser.add_argument("file", type=Path)
    asked = parser.parse_args(arguments)
    try:
        replay = parse(asked.file.read_text())
        problem = (check if asked.check else verify if asked.verify else show)(replay)
    except Refused as refused:
        problem = f"{refused.code} {' '.join(refused.params.values())}".strip()
    except OSError as error:
        problem = str(error)
    print(problem or "ok")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
