"""What makes a level: how it chooses its moves, and how reliable its memory, eye, head and hand are."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from services.bots.levels.sight import Sight
from services.game.engine.commands import ChallengeWild, Command, DrawCard, PassTurn, PlayCard, TakeStack

Move = Callable[[Sight, Random], Command | None]


@dataclass(frozen=True, kw_only=True)
class Level:
    """Shares are 0–1."""

    # What to do with the turn, or with a card that could be thrown in; None where it lets that be.
    move: Move
    # Last cards it remembers to call as it plays.
    calls: float
    # Last cards that it still calls when it comes to think of them, or that came to it in another way.
    calls_late: float
    # Uncalled last cards of others that it notices, each turn anew.
    catches: float
    # Duels it solves correctly.
    solves: float
    # How far its circles stray, as a share of the radius.
    wobble: float
    # Its reaction times as a multiple of the usual ones.
    slowness: float


def by_taste(pick: Callable[[Sight, Random], PlayCard | None], doubts: Callable[[Sight, Random], bool]) -> Move:
    """`pick` is the play it likes best, None where it would rather draw, pass or take; `doubts` challenges."""

    def move(sight: Sight, rng: Random) -> Command | None:
        if sight.may("challenge") and doubts(sight, rng):
            return ChallengeWild(by=sight.me, turn=sight.table.turn_number)
        if sight.seat.plays and (play := pick(sight, rng)) is not None:
            return play
        return no_play(sight)

    return move


def no_play(sight: Sight) -> Command | None:
    """The turn without a card: taking, drawing or passing, whichever it may."""
    for verb, command in (("take", TakeStack), ("draw", DrawCard), ("pass", PassTurn)):
        if sight.may(verb):
            return command(by=sight.me, turn=sight.table.turn_number)
    return None
