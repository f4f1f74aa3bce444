"""Whether a room waited is read off its versions."""

from tools.crowd.watch import Watch


def test_the_longest_wait_of_each_room_counts() -> None:
    versions = {"A": 1, "B": 1}
    watch = Watch(lambda: versions, 0.0)
    for now, news in ((1.0, {"A": 2}), (5.0, {"A": 4, "B": 2}), (6.0, {"B": 3})):
        watch.look(now - 0.1)
        versions.update(news)
        watch.look(now)
    assert watch.longest == {"A": 4.0, "B": 5.0}
    assert watch.waited(4.5) == ["B"]
    assert watch.commits == 5


def test_a_room_that_never_moves_is_seen() -> None:
    watch = Watch(lambda: {"A": 7}, 0.0)
    watch.look(9.0)
    assert watch.waited(6.0) == ["A"]
