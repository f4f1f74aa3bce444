"""Broken promises are seen: gaps, roll-backs, lost moves, tables that differ."""

import msgspec
import pytest

from tools.load.history import PlayerHistory, RoomHistory

NOTHING = msgspec.Raw(b"")
PLAYED = msgspec.Raw(b'[{"cardPlayed":{"seat":"p1","card":"r5"}},{"turnStarted":{"seat":"p2","number":3}}]')


@pytest.fixture
def history() -> PlayerHistory:
    history = PlayerHistory(RoomHistory(), seat="p1")
    assert history.saw(10, NOTHING, NOTHING, full=True)
    return history


def test_versions_one_by_one_are_all_right(history: PlayerHistory) -> None:
    assert history.saw(11, NOTHING, NOTHING, full=False)
    assert (history.version, history.gaps, history.repeats, history.resyncs) == (11, 0, 0, 0)


def test_a_gap_is_counted_and_not_taken_over(history: PlayerHistory) -> None:
    assert not history.saw(12, NOTHING, NOTHING, full=False)
    assert (history.version, history.gaps) == (10, 1)
    assert history.saw(13, NOTHING, NOTHING, full=True)
    assert (history.gaps, history.resyncs) == (1, 1)


def test_what_is_older_is_dropped(history: PlayerHistory) -> None:
    assert not history.saw(10, NOTHING, NOTHING, full=False)
    assert (history.repeats, history.gaps) == (1, 0)


def test_a_full_update_of_the_past_is_a_rollback(history: PlayerHistory) -> None:
    history.saw(8, NOTHING, NOTHING, full=True)
    assert history.rollbacks == 1


def test_an_acknowledged_move_shows_in_its_version(history: PlayerHistory) -> None:
    history.saw(11, NOTHING, PLAYED, full=False)
    history.was_acknowledged(11)
    assert history.lost == 0


def test_a_version_without_a_sign_of_the_move_has_lost_it(history: PlayerHistory) -> None:
    history.seat = "p4"
    history.saw(11, NOTHING, PLAYED, full=False)
    history.was_acknowledged(11)
    history.was_acknowledged(12)
    assert history.lost == 2


def test_two_tables_of_one_version_differ() -> None:
    room = RoomHistory()
    one, other = PlayerHistory(room, seat="p1"), PlayerHistory(room, seat="p2")
    one.saw(5, msgspec.Raw(b'{"turn":"p1"}'), NOTHING, full=True)
    other.saw(5, msgspec.Raw(b'{"turn":"p1"}'), NOTHING, full=True)
    assert room.differing == 0
    other.saw(5, msgspec.Raw(b'{"turn":"p2"}'), NOTHING, full=True)
    assert room.differing == 1


def test_a_move_within_what_a_whole_view_stood_in_for_is_not_called_lost(history: PlayerHistory) -> None:
    history.saw(13, NOTHING, NOTHING, full=True)
    history.was_acknowledged(12)
    assert (history.lost, history.resyncs) == (0, 1)
