"""The duel: two players, one sum, the first answer decides (ZC-14)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.commands import AnswerDuel
from services.game.engine.draw import draw
from services.game.engine.refusals import Refused
from services.game.engine.rng import Rng
from services.game.engine.table import Duel
from services.game.engine.turns import Flow, start_turn

if TYPE_CHECKING:
    from collections.abc import Generator

    from services.game.engine.room import Room

RIGHT_COSTS = 3
WRONG_COSTS = 5
SILENCE_COSTS = 2
MAX_ANSWER = 6  # characters


def begin(room: "Room", by: str, against: str, resume: str) -> "Generator[events.Event, None, bool]":
    """A sum that a person can do in a few seconds; its answer stays here."""
    rng = Rng(room.round.seed, room.round.counter)
    text, solution = _sum(rng)
    yield events.DuelStarted(by=by, against=against, sum=text, solution=solution, resume=resume, counter=rng.counter)
    return True


def _sum(rng: Rng) -> tuple[str, int]:
    kind = rng.below(3)
    if kind == 0:
        a, b = rng.below(8) + 2, rng.below(8) + 2
        return f"{a} × {b}", a * b
    a, b = rng.below(60) + 20, rng.below(18) + 2
    return (f"{a} + {b}", a + b) if kind == 1 else (f"{a} - {b}", a - b)


def answer(room: "Room", command: AnswerDuel) -> Flow:
    """Right: the other draws 3. Wrong: the answerer draws 5."""
    pending = room.round.pending if room.table else None
    if room.phase != "playing" or not isinstance(pending, Duel):
        raise Refused("wrong_phase")
    if command.by not in (pending.by, pending.against) or command.by in room.round.out:
        raise Refused("not_your_turn")
    number = _number(command.answer)
    right = number == pending.solution
    other = pending.against if command.by == pending.by else pending.by
    yield events.DuelDecided(answered=command.by, answer=str(number), right=right, solution=str(pending.solution))
    loser = other if right else command.by
    if loser not in room.round.out:
        yield from draw(room, loser, RIGHT_COSTS if right else WRONG_COSTS, "duel")
    if room.phase == "playing":
        yield from start_turn(room, pending.resume)


def _number(text: str) -> int:
    """A whole number as a person types it, or `bad_answer`."""
    digits = text.strip()
    unsigned = digits[1:] if digits[:1] in ("-", "+") else digits
    if not (1 <= len(unsigned) <= MAX_ANSWER and unsigned.isascii() and unsigned.isdigit()):
        raise Refused("bad_answer")
    return int(digits)


def expire(room: "Room") -> Flow:
    """Nobody answered: both draw 2."""
    pending = room.round.pending
    if not isinstance(pending, Duel):
        raise AssertionError("no duel")
    yield events.DuelDecided(solution=str(pending.solution))
    for seat in (pending.by, pending.against):
        if seat not in room.round.out and room.phase == "playing":
            yield from draw(room, seat, SILENCE_COSTS, "duel")
    if room.phase == "playing":
        yield from start_turn(room, pending.resume)


def without(room: "Room", seat: str) -> Flow:
    """Somebody left: the other duellist may still answer; with both gone it is over."""
    pending = room.round.pending
    if isinstance(pending, Duel) and pending.by in room.round.out and pending.against in room.round.out:
        yield from expire(room)
