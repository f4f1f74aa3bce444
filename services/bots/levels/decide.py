"""From what a bot sees and owes to the commands it gives: the same way at every level."""

from collections.abc import Sequence
from random import Random

from services.bots.levels.level import Level
from services.bots.levels.minigames import answer, stroke
from services.bots.levels.sight import Sight, left_by, strongest_colour
from services.game.engine.cards import COLOURS
from services.game.engine.commands import (
    AnswerDuel,
    CallLastCard,
    CatchPlayer,
    ChooseColour,
    Command,
    HandInStroke,
    PlayCard,
)


def decide(sight: Sight, owed: str, level: Level, rng: Random) -> Sequence[Command]:
    """What to do, in order; nothing where the bot lets it be.

    `owed` names the occasion, "turn:1:17:play:uncalled:5" or "catch:p2:1:17"; what may be done then, the view says.
    """
    kind, _, about = owed.partition(":")
    if kind == "catch":
        return _catch(sight, level, rng, about.partition(":")[0])
    if kind == "call":
        return [CallLastCard(by=sight.me)] if sight.may("call") and rng.random() < level.calls_late else []
    if sight.may("answer"):
        return [AnswerDuel(by=sight.me, answer=answer(_sum(sight), level.solves, rng))]
    if sight.may("circle"):
        return [HandInStroke(by=sight.me, points=stroke(level.wobble, rng))]
    if sight.may("colour"):
        colour = strongest_colour(sight.hand, COLOURS, rng)
        return [ChooseColour(by=sight.me, turn=sight.table.turn_number, colour=colour)]
    move = level.move(sight, rng)
    if move is None:
        return []
    first = [CallLastCard(by=sight.me)] if _calls(sight, move, level, rng) else []
    return [*first, *_catch(sight, level, rng, *sight.seat.catches[:1]), move]


def _calls(sight: Sight, move: Command, level: Level, rng: Random) -> bool:
    """COM-16: called before the play that leaves one card, or while the window is open."""
    left = left_by(sight.hand, move) if isinstance(move, PlayCard) else sight.hand
    return sight.may("call") and len(left) == 1 and rng.random() < level.calls


def _catch(sight: Sight, level: Level, rng: Random, *seats: str) -> list[Command]:
    return [
        CatchPlayer(by=sight.me, seat=seat)
        for seat in seats
        if seat in sight.seat.catches and rng.random() < level.catches
    ]


def _sum(sight: Sight) -> str:
    return sight.table.duel.sum if sight.table.duel else ""
