"""The round's seeded generator: SHA-256 in counter mode, unbiased, replayable bit for bit (COM-29)."""

from collections.abc import MutableSequence
from hashlib import sha256
from typing import Any

WORDS = 8  # 32-bit words in one SHA-256 block
SPAN = 1 << 32


class Rng:
    """Draws from (seed, counter). It holds no state of the room: whoever draws puts `counter` into the event.

    The n-th word is the n-th group of four bytes, big-endian, of SHA-256(seed ‖ block number as 8 bytes).
    """

    def __init__(self, seed: bytes, counter: int) -> None:
        self.seed = seed
        self.counter = counter
        self._block = b""
        self._number = -1

    def word(self) -> int:
        number, offset = divmod(self.counter, WORDS)
        if number != self._number:
            self._block = sha256(self.seed + number.to_bytes(8, "big")).digest()
            self._number = number
        self.counter += 1
        return int.from_bytes(self._block[offset * 4 : offset * 4 + 4], "big")

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely: words past the last full multiple of n are rejected."""
        limit = SPAN - SPAN % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def shuffle(self, items: MutableSequence[Any]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
