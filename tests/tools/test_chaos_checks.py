"""A checker that cannot fail is worth nothing: each promise is kept by a good history and broken by a bad one."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from services.game.replay_file import Line
from tests.tools.chaos_history import FIRST, away, fault, history
from tools.chaos import checks, times
from tools.chaos.evidence import Evidence, Log, RoomEvidence, play_again
from tools.chaos.record import Asked, Record
from tools.chaos.run import CHECKS

Breaking = Callable[[Evidence], None]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_history_without_a_fault_breaks_nothing(check: checks.Check) -> None:
    assert list(check(history())) == []


def room_of(evidence: Evidence) -> RoomEvidence:
    return evidence.rooms[0]


def log_of(evidence: Evidence) -> Log:
    return room_of(evidence).logs[0]


def ann_of(evidence: Evidence) -> Record:
    return room_of(evidence).players[0]


def lose_the_last_line(evidence: Evidence) -> None:
    log = log_of(evidence)
    log.replay.lines.pop()
    log.steps.clear()
    play_again(log)


def apply_one_twice(evidence: Evidence) -> None:
    first = log_of(evidence).replay.lines[0]
    log_of(evidence).replay.lines.append(msgspec.structs.replace(first, version=FIRST + 6))


def tell_another_version(evidence: Evidence) -> None:
    ann_of(evidence).asked[0].version += 1


def leave_unknown_and_apply_twice(evidence: Evidence) -> None:
    apply_one_twice(evidence)
    ann_of(evidence).asked[0].outcome = "unknown"


def refuse_what_was_applied(evidence: Evidence) -> None:
    ann_of(evidence).asked[0].outcome = "refused"


def answer_in_two_ways(evidence: Evidence) -> None:
    ann_of(evidence).asked[0].differently = True


def swap_two_versions(evidence: Evidence) -> None:
    lines = log_of(evidence).replay.lines
    lines[1], lines[2] = lines[2], lines[1]


def miss_a_version(evidence: Evidence) -> None:
    ann_of(evidence).gaps = 1


def see_a_version_twice(evidence: Evidence) -> None:
    ann_of(evidence).repeats = 1


def go_back(evidence: Evidence) -> None:
    ann_of(evidence).rollbacks = 1


def show_anothers_draw(evidence: Evidence) -> None:
    ann, ben = room_of(evidence).players
    ben.shown[0].events = ann.shown[0].events


def show_anothers_hand(evidence: Evidence) -> None:
    ann, ben = room_of(evidence).players
    ben.shown[0].hand = ann.shown[0].hand


def show_anothers_view(evidence: Evidence) -> None:
    ann_of(evidence).shown[0].seat = "p2"


def tell_nothing_of_a_move(evidence: Evidence) -> None:
    ann_of(evidence).shown[0].events = b"[]"


def move_a_card_behind_the_log(evidence: Evidence) -> None:
    table = room_of(evidence).room.round
    table.hands["p1"].append(table.draw.pop())


def log_what_the_rules_refuse(evidence: Evidence) -> None:
    log = log_of(evidence)
    log.replay.lines.append(Line(7_000, "p1", "take", FIRST + 6))
    log.steps.clear()
    play_again(log)


def lose_a_card(evidence: Evidence) -> None:
    room_of(evidence).room.round.draw.pop()


def stay_offline(evidence: Evidence) -> None:
    room_of(evidence).room.seats[0].connected = False


def take_another_seat(evidence: Evidence) -> None:
    ann_of(evidence).seats.append("p3")


def stay_away(evidence: Evidence) -> None:
    ann_of(evidence).away.append(away(3, float("inf")))


def lose_the_token(evidence: Evidence) -> None:
    ann_of(evidence).faults.append("the token is spent")


def fall_behind(evidence: Evidence) -> None:
    room_of(evidence).unseen.append("p1")


def log_an_error(evidence: Evidence) -> None:
    evidence.bugs.append("game-1: no such card")


def expire_early(evidence: Evidence) -> None:
    steps = log_of(evidence).steps
    steps[3] = replace(steps[3], line=msgspec.structs.replace(steps[3].line, command="expire"))


def expire_late(evidence: Evidence, by_ms: int = 2_100) -> None:
    steps = log_of(evidence).steps
    steps[3] = replace(steps[3], due_ms=steps[3].line.ms - by_ms)


def be_late_in_a_workers_death(evidence: Evidence) -> None:
    expire_late(evidence)
    evidence.faults.append(fault("kill", "game-1", since=1, until=3))


def be_stuck_while_a_worker_is_cut_off(evidence: Evidence) -> None:
    expire_late(evidence, by_ms=5_100)
    evidence.faults.append(fault("half-open", "game-1 → redis", since=1, until=3))


def be_overdue_in_the_end(evidence: Evidence) -> None:
    room_of(evidence).now_ms += 20_000


def wait_for_nobody(evidence: Evidence) -> None:
    room = room_of(evidence)
    room.version_at_calm = room.version
    room.room.round.turn_deadline = 0


def tell_by_whole_views_only(evidence: Evidence) -> None:
    for shown in ann_of(evidence).shown:
        shown.full = True


def pause_long_when_a_worker_dies(evidence: Evidence) -> None:
    evidence.faults.append(fault("kill", "game-2", since=1.5, until=2))
    for player in room_of(evidence).players:
        for shown in player.shown[2:]:
            shown.at += 1.6


def pause_until_a_bot_is_asked_again(evidence: Evidence) -> None:
    pause_long_when_a_worker_dies(evidence)
    steps = log_of(evidence).steps
    steps[2] = replace(
        steps[2], line=msgspec.structs.replace(steps[2].line, command="expire"), happened=["BotAskedAgain"]
    )


def come_back_late_from_a_dead_gateway(evidence: Evidence) -> None:
    evidence.faults.append(fault("kill", "gateway", since=1, until=2))
    ann_of(evidence).away.append(away(1.1, 11.2))


@pytest.mark.parametrize(
    ("check", "breaking"),
    [
        (checks.acknowledged_commands_are_kept_once, lose_the_last_line),
        (checks.acknowledged_commands_are_kept_once, apply_one_twice),
        (checks.acknowledged_commands_are_kept_once, tell_another_version),
        (checks.others_are_applied_once_or_not_at_all, leave_unknown_and_apply_twice),
        (checks.refused_commands_change_nothing, refuse_what_was_applied),
        (checks.repeats_are_answered_alike, answer_in_two_ways),
        (checks.a_room_has_one_order, swap_two_versions),
        (checks.versions_come_without_a_gap, miss_a_version),
        (checks.versions_come_without_a_gap, see_a_version_twice),
        (checks.versions_come_without_a_gap, go_back),
        (checks.players_see_what_was_decided, show_anothers_draw),
        (checks.players_see_what_was_decided, show_anothers_hand),
        (checks.players_see_what_was_decided, show_anothers_view),
        (checks.players_see_what_was_decided, tell_nothing_of_a_move),
        (checks.logs_lead_to_what_redis_holds, lose_the_last_line),
        (checks.logs_lead_to_what_redis_holds, move_a_card_behind_the_log),
        (checks.logs_lead_to_what_redis_holds, log_what_the_rules_refuse),
        (checks.cards_are_conserved, lose_a_card),
        (checks.everybody_is_back, stay_offline),
        (checks.everybody_is_back, take_another_seat),
        (checks.everybody_is_back, stay_away),
        (checks.everybody_is_back, lose_the_token),
        (checks.everybody_is_back, fall_behind),
        (checks.services_log_no_errors, log_an_error),
        (times.timers_fire_neither_early_nor_late, expire_early),
        (times.timers_fire_neither_early_nor_late, expire_late),
        (times.timers_fire_neither_early_nor_late, be_late_in_a_workers_death),
        (times.timers_fire_neither_early_nor_late, be_stuck_while_a_worker_is_cut_off),
        (times.rooms_live, be_overdue_in_the_end),
        (times.rooms_live, wait_for_nobody),
        (times.updates_are_published, tell_by_whole_views_only),
        (times.rooms_pause_shortly, pause_long_when_a_worker_dies),
        (times.rooms_pause_shortly, pause_until_a_bot_is_asked_again),
        (times.players_resume_soon, come_back_late_from_a_dead_gateway),
    ],
    ids=lambda part: part.__name__,
)
def test_a_broken_promise_is_found(check: checks.Check, breaking: Breaking) -> None:
    evidence = history()
    breaking(evidence)
    assert list(check(evidence))


def test_nothing_is_promised_of_the_time_in_which_redis_is_away() -> None:
    evidence = history()
    expire_late(evidence, by_ms=3_500)
    evidence.faults.append(fault("kill", "redis", since=0.5, until=2))
    assert list(times.timers_fire_neither_early_nor_late(evidence)) == []


def test_who_sleeps_through_a_turn_is_no_pause() -> None:
    evidence = history()
    pause_long_when_a_worker_dies(evidence)
    steps = log_of(evidence).steps
    steps[2] = replace(steps[2], line=msgspec.structs.replace(steps[2].line, command="expire"), due_ms=3_000)
    assert list(times.rooms_pause_shortly(evidence)) == []


def test_a_sleeper_is_no_pause_whatever_wakes_the_table() -> None:
    evidence = history()
    pause_long_when_a_worker_dies(evidence)
    ann_of(evidence).slept.append(2.1)
    assert list(times.rooms_pause_shortly(evidence)) == []


def test_a_pause_ends_for_the_first_fault_where_the_second_begins() -> None:
    evidence = history()
    pause_long_when_a_worker_dies(evidence)
    steps = log_of(evidence).steps
    steps[2] = replace(steps[2], line=msgspec.structs.replace(steps[2].line, command="expire"), due_ms=500)
    assert list(times.rooms_pause_shortly(evidence))
    evidence.faults.append(fault("kill", "redis", since=2.2, until=4))
    assert list(times.rooms_pause_shortly(evidence)) == []


def test_an_unknown_outcome_may_be_one_way_or_the_other() -> None:
    evidence = history()
    ann = ann_of(evidence)
    ann.asked[0].outcome = "unknown"
    ann.asked.append(Asked("p1:99", "draw", 0))
    assert list(checks.others_are_applied_once_or_not_at_all(evidence)) == []
    assert list(checks.acknowledged_commands_are_kept_once(evidence)) == []
