"""The promises, each a function from the evidence to what broke it."""

import re
from collections.abc import Callable, Iterator

from services.game.engine.room import Room
from services.game.replay import check
from tools.chaos.evidence import EVERYONE, Evidence, RoomEvidence, Step
from tools.chaos.faults import quiet
from tools.chaos.record import Asked, Record, Shown
from tools.soak.soundness import conserved
from tools.soak.violation import Violation

Check = Callable[[Evidence], Iterator[str]]

_IN_A_LOG = frozenset({"play", "draw", "pass", "take", "challenge", "call", "catch", "answer", "circle", "colour"})
"""What is asked of a round; a room's own commands are in no log."""
_NO_EVENTS = (b"", b"[]")
_TIMES = re.compile(rb'("untilMs":)(\d+)')
"""Points in time in an event: a log counts them from the round's start."""


def acknowledged_commands_are_kept_once(evidence: Evidence) -> Iterator[str]:
    """P1: in the room's log, once, under the version that was told."""
    for room, player, asked, versions in _asked_of_rounds(evidence):
        if asked.outcome == "accepted" and versions != [asked.version]:
            where = "is not there" if not versions else f"is there as {versions}"
            yield f"{room.code} {player.name}: {asked.verb} {asked.id}, accepted as {asked.version}, {where}"


def others_are_applied_once_or_not_at_all(evidence: Evidence) -> Iterator[str]:
    """P1: whatever its sender was left to guess."""
    for room, player, asked, versions in _asked_of_rounds(evidence):
        if asked.outcome == "unknown" and len(versions) > 1:
            yield f"{room.code} {player.name}: {asked.verb} {asked.id}, never answered, is there as {versions}"


def refused_commands_change_nothing(evidence: Evidence) -> Iterator[str]:
    """Nothing of it is there, however often it was sent."""
    for room, player, asked, versions in _asked_of_rounds(evidence):
        if asked.outcome == "refused" and versions:
            yield f"{room.code} {player.name}: {asked.verb} {asked.id}, refused: {asked.code}, is there as {versions}"


def repeats_are_answered_alike(evidence: Evidence) -> Iterator[str]:
    """P1."""
    for room in evidence.rooms:
        for player in room.players:
            for asked in player.asked:
                if asked.differently:
                    yield f"{room.code} {player.name}: {asked.verb} {asked.id} was answered in two ways"


def a_room_has_one_order(evidence: Evidence) -> Iterator[str]:
    """P2: every version of a round is one line of its log, in order."""
    for room in evidence.rooms:
        for log in room.logs:
            versions = [line.version for line in log.lines]
            first = versions[0] if versions else 0
            if versions != list(range(first, first + len(versions))):
                wrong = next(at for at, version in enumerate(versions) if version != first + at)
                yield f"{room.code} log {log.name}: {versions[max(wrong - 2, 0) : wrong + 3]} at line {wrong + 1}"


def versions_come_without_a_gap(evidence: Evidence) -> Iterator[str]:
    """P3: each once and in order, or a whole view in between; never back."""
    for room in evidence.rooms:
        for player in room.players:
            found = {"gaps": player.gaps, "repeats": player.repeats, "rollbacks": player.rollbacks}
            if any(found.values()):
                yield f"{room.code} {player.name}: {found}"


def players_see_what_was_decided(evidence: Evidence) -> Iterator[str]:
    """P2, P7: played again from its log a round tells every seat the very bytes that it was told, and no other's."""
    for room in evidence.rooms:
        for log in room.logs:
            steps = {step.line.version: step for step in log.steps}
            started = room.started_ms(log)
            for player in room.players:
                for shown in player.shown:
                    if (step := steps.get(shown.version)) is not None and started is not None:
                        unbroken = quiet(evidence.faults, shown.at)
                        for wrong in _seen_wrongly(shown, step, player.seat, started, unbroken=unbroken):
                            yield f"{room.code} {player.name} at {shown.version}: {wrong}"


def _seen_wrongly(shown: Shown, step: Step, seat: str, started_ms: float, *, unbroken: bool) -> Iterator[str]:
    if shown.seat not in ("", seat):
        yield f"shown the view of {shown.seat}"
    if shown.hand is not None and shown.hand != step.hands.get(seat, ()):
        yield f"shown the hand {shown.hand}, it was {step.hands.get(seat)}"
    # Whose connection is meant, a log does not say; and a whole view comes without what led to it.
    if shown.full or step.line.command in ("online", "offline"):
        return
    if shown.events in _NO_EVENTS and not unbroken:
        return  # whoever committed it died before it was told; the repeat tells the views, not what led to them
    told = _TIMES.sub(lambda found: found[1] + b"%d" % (int(found[2]) - started_ms), shown.events)
    expected = step.events.get(seat, step.events[EVERYONE])
    if told != expected and not (told in _NO_EVENTS and expected in _NO_EVENTS):
        yield f"told {told.decode()}, decided was {expected.decode()}"


def logs_lead_to_what_redis_holds(evidence: Evidence) -> Iterator[str]:
    """P1: nothing has happened to a room that its log does not tell."""
    for room in evidence.rooms:
        for log in room.logs:
            if log.fault:
                yield f"{room.code} log {log.name}: {log.fault}"
            elif log.finished:
                if wrong := check(log.replay):
                    yield f"{room.code} log {log.name}: {wrong}"
            elif log.name == room.running_log and log.end is not None and _table(log.end) != _table(room.room):
                yield f"{room.code} log {log.name}: it leads to {_table(log.end)}, Redis holds {_table(room.room)}"


def cards_are_conserved(evidence: Evidence) -> Iterator[str]:
    """COM-27, in every room."""
    for room in evidence.rooms:
        for held in [room.room, *(log.end for log in room.logs if log.end is not None)]:
            try:
                conserved(held)
            except Violation as violation:
                yield f"{room.code}: {violation}"


def everybody_is_back(evidence: Evidence) -> Iterator[str]:
    """P5: in their own seat, connected, with everything shown that the room has come to."""
    for room in evidence.rooms:
        for player in room.players:
            seat = next((seat for seat in room.room.seats if seat.seat == player.seat), None)
            if seat is None or not seat.connected or seat.left:
                yield f"{room.code} {player.name}: {player.seat} is not connected"
            if any(named != player.seat for named in player.seats):
                yield f"{room.code} {player.name}: {player.seat} was called {player.seats}"
            if player.away and player.away[-1].until == float("inf"):
                yield f"{room.code} {player.name}: still away"
            for fault in player.faults:
                yield f"{room.code} {player.name}: {fault}"
        for name in room.unseen:
            yield f"{room.code} {name}: was not shown what Redis has"


def services_log_no_errors(evidence: Evidence) -> Iterator[str]:
    """A refusal is none, nor is an outage."""
    yield from evidence.bugs


def _asked_of_rounds(evidence: Evidence) -> Iterator[tuple[RoomEvidence, Record, Asked, list[int]]]:
    """Every command of a round with the versions under which the log has it."""
    for room in evidence.rooms:
        versions: dict[str, list[int]] = {}
        for log in room.logs:
            for line in log.lines:
                versions.setdefault(line.id, []).append(line.version)
        for player in room.players:
            for asked in player.asked:
                if asked.verb in _IN_A_LOG:
                    yield room, player, asked, versions.get(asked.id, [])


def _table(room: Room) -> object:
    """What the cards and turns of a round come to."""
    table = room.table
    if table is None:
        return None
    return table.hands, table.draw, table.discard, table.turn, table.turn_number, table.colour
