import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common import codes, subjects
from services.common.codes import ALPHABET, Code, is_code, new_code, parse_code, partition

CODE = Code("K7M2PQ9X")


def test_the_alphabet_has_32_letters_and_no_look_alikes() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set(ALPHABET) & set("01OIoil")


def test_new_codes_are_codes_and_differ() -> None:
    made = {new_code() for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(is_code(code) for code in made)


@pytest.mark.parametrize(
    "text", ["", "K7M2PQ9", "K7M2PQ9XX", "k7m2pq9x", "K7M2PQ9O", "K7M2PQ9X\n", "K7M2.Q9X", "K7M2PQ9*", "\uff2b7M2PQ9X"]
)
def test_what_could_reach_another_key_or_subject_is_no_code(text: str) -> None:
    assert not is_code(text)


@given(st.text())
def test_a_code_has_only_letters_of_the_alphabet(text: str) -> None:
    assert is_code(text) == (len(text) == 8 and set(text) <= set(ALPHABET))


@pytest.mark.parametrize("text", ["K7M2PQ9X", "k7m2pq9x", " K7M2-PQ9X ", "k7m2 pq9x"])
def test_people_may_type_a_code_as_they_like(text: str) -> None:
    assert parse_code(text) == CODE


def test_what_is_no_code_is_not_guessed_at() -> None:
    assert parse_code("K7M2PQ90") is None


def test_a_room_stays_in_its_partition_for_ever() -> None:
    assert [partition(Code(code)) for code in ("22222222", "K7M2PQ9X", "ZZZZZZZZ")] == [55, 3, 49]


def test_every_partition_is_used() -> None:
    assert {partition(new_code()) for _ in range(5_000)} == set(range(64))


def test_what_one_commit_writes_has_one_hash_tag() -> None:
    part = partition(CODE)
    keys = [
        codes.room_key(CODE),
        codes.log_key(CODE),
        codes.due_key(part),
        codes.open_key(part),
        codes.at_key(part, "gw-1"),
    ]
    assert keys == ["{p3}:room:K7M2PQ9X", "{p3}:log:K7M2PQ9X", "{p3}:due", "{p3}:open", "{p3}:at:gw-1"]


def test_a_subject_names_its_room() -> None:
    for subject in (subjects.command(CODE), subjects.view(CODE), subjects.room(CODE), subjects.schema(2, CODE)):
        assert subjects.code_of(subject) == CODE
    assert subjects.code_of(subjects.SYNC) is None
    assert subjects.code_of(subjects.LOBBY_CHANGED) is None
