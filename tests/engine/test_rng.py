"""The round's generator: the same words for the same seed everywhere, and no number likelier than another (COM-29)."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.game.engine.rng import SPAN, Rng

pytestmark = pytest.mark.rule("COM-29")

SEED = bytes(range(32))


def test_a_word_is_four_bytes_of_the_seeds_blocks():
    rng = Rng(SEED, 0)
    blocks = b"".join(sha256(SEED + number.to_bytes(8, "big")).digest() for number in range(4))
    expected = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    assert [rng.word() for _ in range(32)] == expected


def test_golden_words():
    rng = Rng(SEED, 0)
    assert [rng.word() for _ in range(3)] == [2849432832, 691701949, 952885779]


def test_golden_shuffle():
    cards = list("abcdefgh")
    Rng(SEED, 0).shuffle(cards)
    assert "".join(cards) == "cfhgedba"


@given(start=st.integers(0, 10**6), taken=st.integers(0, 40))
def test_the_counter_is_all_its_state(start: int, taken: int):
    rng = Rng(SEED, start)
    for _ in range(taken):
        rng.word()
    assert rng.counter == start + taken
    assert Rng(SEED, rng.counter).word() == rng.word()


@given(seed=st.binary(min_size=32, max_size=32), n=st.integers(1, SPAN))
def test_below_is_below(seed: bytes, n: int):
    rng = Rng(seed, 0)
    assert all(0 <= rng.below(n) < n for _ in range(5))


def test_a_word_past_the_last_full_multiple_is_rejected(monkeypatch: pytest.MonkeyPatch):
    """2³² is no multiple of 3: its last word would make 0 likelier."""
    words = iter([SPAN - 1, 7])
    rng = Rng(SEED, 0)
    monkeypatch.setattr(rng, "word", lambda: next(words))
    assert rng.below(3) == 1


@pytest.mark.parametrize("n", [2, 3, 6, 10, 100])
def test_no_number_is_likelier(n: int):
    """By chi-squared: over 5 standard deviations off would be one seed in millions."""
    rng = Rng(SEED, 0)
    draws = 1000 * n
    counts = Counter(rng.below(n) for _ in range(draws))
    chi_squared = sum((counts[k] - 1000) ** 2 / 1000 for k in range(n))
    assert chi_squared < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_every_order_is_as_likely():
    rng = Rng(SEED, 0)
    counts: Counter[str] = Counter()
    for _ in range(24 * 400):
        cards = list("abcd")
        rng.shuffle(cards)
        counts["".join(cards)] += 1
    assert len(counts) == 24
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 23 + 5 * 46**0.5
