"""Room codes, and the partition and Redis keys that follow from them.

Whatever enters a key or a subject is a `Code`, and the only ways to one are `new_code`, `is_code` and `parse_code`.
The tag `{p17}` keeps everything that one commit writes in one slot of a Redis Cluster.
"""

import re
import secrets
import zlib
from functools import lru_cache
from typing import NewType, TypeGuard

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 letters: neither 0 and O nor 1 and I, which are told apart by neither eye nor ear."""
LENGTH = 8
PARTITIONS = 64
"""For ever: another number would send every room elsewhere."""

Code = NewType("Code", str)

_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_SEPARATORS = str.maketrans("", "", " -")


def new_code() -> Code:
    """40 random bits."""
    return Code("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def is_code(text: str) -> TypeGuard[Code]:
    return _CODE.fullmatch(text) is not None


def parse_code(text: str) -> Code | None:
    """A code as people type it: small letters, blanks and hyphens are forgiven."""
    code = text.translate(_SEPARATORS).upper()
    return code if is_code(code) else None


@lru_cache(maxsize=65_536)
def partition(code: Code) -> int:
    """0 to 63, the same in every process."""
    return zlib.crc32(code.encode()) % PARTITIONS


def room_key(code: Code) -> str:
    """The room's state."""
    return f"{{p{partition(code)}}}:room:{code}"


def log_key(code: Code) -> str:
    """The current round's log, for its replay."""
    return f"{{p{partition(code)}}}:log:{code}"


def due_key(part: int) -> str:
    """A sorted set: the rooms of a partition by their next deadline, ms."""
    return f"{{p{part}}}:due"


def open_key(part: int) -> str:
    """A hash: the open public rooms of a partition, code → LobbyChanged."""
    return f"{{p{part}}}:open"


def at_key(part: int, gateway: str) -> str:
    """A set: the rooms of a partition that a gateway holds connections to."""
    return f"{{p{part}}}:at:{gateway}"
