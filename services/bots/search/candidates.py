"""The moves that are worth a search: what the heuristics like best, and what they would do without a card."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import msgspec

from services.bots.levels.counting import Count
from services.bots.levels.level import no_play
from services.bots.levels.odds import of_bluff
from services.bots.levels.options import options
from services.bots.levels.sight import Sight, colours, left_by
from services.bots.levels.worth import whim, worth
from services.bots.search.fitted import fitted
from services.game.engine.cards import COLOURS
from services.game.engine.commands import ChallengeWild, Command, PlayCard
from services.game.engine.faces import FACE

MOST = 6
_COLOURS = 3
# Play-outs make little of one card more: this is how little the heuristics think of drawing with something to play.
_NO_PLAY = -5.0
# To keep a card that could be thrown in: one card more, and the turn stays where it is.
_NO_JUMP_IN = -1.0
_UNTHINKABLE = 12.0
# An opponent who cannot follow has a card more and a turn less.
_STUCK = 3.0
_STUCK_LATER = 1.0
_TAKES_A_TURN = frozenset({"skip", "rev", "skipall", "freeze"})


@dataclass(frozen=True)
class Candidate:
    """`opinion`: how much the heuristics think it to be behind the favourite, as a share of rounds won; 0 or less.

    No command: a card that could be thrown in is kept.
    """

    command: Command | None
    opinion: float


def candidates(sight: Sight, rng: Random) -> list[Candidate]:
    """The favourite first; one alone where there is nothing to think about."""
    count = Count(sight)
    rated: list[tuple[float, Command | None]] = [
        (_worth(sight, count, play) + whim(sight, rng), play) for play in _plays(sight, rng)
    ]
    if sight.my_turn and (other := no_play(sight)) is not None:
        rated.append((_NO_PLAY, other))
    if sight.may("challenge"):
        rated.append((10 * (of_bluff(sight) - 0.5), ChallengeWild(by=sight.me, turn=sight.table.turn_number)))
    if not rated:
        return []
    if not sight.my_turn:
        rated.append((_NO_JUMP_IN, None))
    rated.sort(key=lambda each: -each[0])
    top = rated[0][0]
    kept = [each for each in rated if top - each[0] < _UNTHINKABLE][:MOST]
    share = fitted(sight.room.ruleset).share
    return [Candidate(command, share * (value - top)) for value, command in kept]


def _worth(sight: Sight, count: Count, play: PlayCard) -> float:
    """What the normal level makes of it, and besides that the next player may have nothing to follow with."""
    last = play.extra or play.card
    face = FACE[last]
    colour = (play.extra_colour or play.colour) if face.wild else last[0]
    loses_turn = face.draws or face.id in _TAKES_A_TURN
    return worth(sight, play) + (_STUCK_LATER if loses_turn else _STUCK) * count.stuck(colour, last)


def _plays(sight: Sight, rng: Random) -> Iterator[PlayCard]:
    for legal in sight.seat.plays:
        for play in options(sight, legal, rng):
            yield play
            if play.colour and not play.extra and FACE[play.card].wild:
                yield from _other_colours(sight, play)


def _other_colours(sight: Sight, play: PlayCard) -> Iterator[PlayCard]:
    """The strongest is not always the best: somebody may have drawn on another."""
    held = colours(left_by(sight.hand, play))
    ranked = sorted((colour for colour in COLOURS if colour != play.colour), key=lambda colour: -held[colour])
    for colour in ranked[: _COLOURS - 1]:
        yield msgspec.structs.replace(play, colour=colour)
