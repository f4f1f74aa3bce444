from hypothesis import given
from hypothesis import strategies as st
from zerocards.lobby.v1.lobby_pb2 import LobbyChanged

from services.common.codes import Code
from services.lobby.index import TOMBSTONE_S, Index
from tests.fixtures.lobby import A, B, C, closed, opened


def hear(index: Index, change: LobbyChanged, at_s: float = 0) -> None:
    index.hear(change, change.SerializeToString(), at_s)


def read(index: Index, *entries: LobbyChanged, began_s: float, now_s: float | None = None) -> None:
    found = {Code(entry.code): entry.SerializeToString() for entry in entries}
    index.read(found, began_s, began_s if now_s is None else now_s)


def listed(index: Index) -> list[str]:
    return [room.code for room in index.newest]


def test_an_open_room_is_listed_and_a_closed_one_is_not() -> None:
    index = Index()
    hear(index, opened(A))
    assert listed(index) == [A]
    hear(index, closed(A, version=2))
    assert listed(index) == []
    assert index.get(A) is None


def test_the_newest_room_comes_first() -> None:
    index = Index()
    hear(index, opened(A, created_ms=1))
    hear(index, opened(C, created_ms=3))
    hear(index, opened(B, created_ms=2))
    assert listed(index) == [C, B, A]


def test_the_fullest_room_comes_first_and_of_equals_the_oldest() -> None:
    index = Index()
    hear(index, opened(A, players=2, created_ms=2))
    hear(index, opened(B, players=2, created_ms=1))
    hear(index, opened(C, players=3, created_ms=3))
    assert [room.code for room in index.fullest] == [C, B, A]


def test_a_change_moves_a_room_and_leaves_no_trace_of_where_it_was() -> None:
    index = Index()
    hear(index, opened(A, players=1, version=1))
    hear(index, opened(A, players=5, version=2))
    assert [room.players for room in index.fullest] == [5]
    assert len(index.newest) == 1


def test_a_room_nobody_sits_in_is_known_but_not_listed() -> None:
    index = Index()
    hear(index, opened(A, version=1, players=0))
    assert listed(index) == []
    assert index.get(A) is not None
    hear(index, opened(A, version=2, players=1))
    assert listed(index) == [A]


def test_an_older_change_that_comes_late_is_ignored() -> None:
    index = Index()
    hear(index, opened(A, version=5, players=3))
    hear(index, opened(A, version=4, players=2))
    hear(index, closed(A, version=3))
    assert [room.players for room in index.newest] == [3]


def test_a_late_change_does_not_bring_a_closed_room_back() -> None:
    index = Index()
    hear(index, closed(A, version=6))
    hear(index, opened(A, version=5))
    assert listed(index) == []


def test_a_closed_room_may_open_again() -> None:
    index = Index()
    hear(index, closed(A, version=6))
    hear(index, opened(A, version=9))
    assert listed(index) == [A]


def test_a_reading_that_began_before_the_room_closed_does_not_bring_it_back() -> None:
    index = Index()
    hear(index, opened(A, version=1), at_s=1)
    hear(index, closed(A, version=2), at_s=3)
    read(index, opened(A, version=1), began_s=2, now_s=4)
    assert listed(index) == []


def test_a_reading_that_began_before_the_room_opened_does_not_take_it_away() -> None:
    index = Index()
    hear(index, opened(A), at_s=3)
    read(index, began_s=2, now_s=4)
    assert listed(index) == [A]


def test_a_reading_finds_what_was_missed() -> None:
    index = Index()
    hear(index, opened(A), at_s=1)
    hear(index, opened(B, players=1), at_s=1)
    read(index, opened(B, version=4, players=3), opened(C), began_s=2)
    assert {room.code: room.players for room in index.newest} == {B: 3, C: 1}


def test_a_reading_is_right_even_where_its_version_is_lower() -> None:
    """After a fail-over Redis may have lost its last moments: what it holds now is the truth."""
    index = Index()
    hear(index, opened(A, version=9, players=4), at_s=1)
    hear(index, closed(B, version=9), at_s=1)
    read(index, opened(A, version=7, players=3), opened(B, version=7), began_s=2)
    assert {room.code: room.players for room in index.newest} == {A: 3, B: 1}


def test_a_tombstone_lasts_as_long_as_a_message_may_be_late() -> None:
    index = Index()
    hear(index, closed(A, version=6), at_s=0)
    read(index, began_s=TOMBSTONE_S)
    hear(index, opened(A, version=5), at_s=TOMBSTONE_S)
    assert listed(index) == []
    read(index, began_s=TOMBSTONE_S + 1)
    hear(index, opened(A, version=5), at_s=TOMBSTONE_S + 1)
    assert listed(index) == [A]


def test_an_entry_that_cannot_be_read_hides_no_other() -> None:
    index = Index()
    index.read({A: b"\xff", B: opened(B).SerializeToString()}, 1, 1)
    assert listed(index) == [B]


def test_a_reading_without_news_changes_nothing() -> None:
    index = Index()
    hear(index, opened(A), at_s=1)
    before, waiting = index.generation, index.changed()
    read(index, opened(A), began_s=2)
    assert index.generation == before
    assert not waiting.is_set()


def test_who_waits_is_woken_by_a_change() -> None:
    index = Index()
    waiting = index.changed()
    hear(index, opened(A))
    assert waiting.is_set()
    assert not index.changed().is_set()


@given(st.permutations(range(1, 9)), st.sets(st.integers(1, 8)), st.integers(0, 8))
def test_in_whatever_order_changes_come_the_last_version_counts(order: list[int], closes: set[int], cut: int) -> None:
    changes = {version: closed(A, version) if version in closes else opened(A, version) for version in order}
    index = Index()
    for version in order[:cut]:
        hear(index, changes[version], at_s=2)
    # A reading that began before any of them was heard, with what Redis held at some moment of its own.
    stale = changes[order[0]]
    read(index, *([stale] if stale.HasField("room") else []), began_s=1, now_s=3)
    for version in order[cut:]:
        hear(index, changes[version], at_s=4)
    assert listed(index) == ([] if 8 in closes else [A])
