"""Turns a legal play into the complete plays worth a thought: one for each target and extra."""

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from services.bots.levels.sight import Sight, colours, is_digit, left_by, strongest_colour
from services.game.engine.cards import Card
from services.game.engine.commands import PlayCard
from services.game.engine.faces import FACE
from services.game.engine.shapes import Choice, LegalPlay


def options(sight: Sight, legal: LegalPlay, rng: Random) -> Iterator[PlayCard]:
    """At least one complete play of the card."""
    choices = _by_kind(legal)
    play = PlayCard(by=sight.me, turn=sight.table.turn_number, card=legal.card)
    rest = left_by(sight.hand, play)
    if "colour" in choices:
        play = msgspec.structs.replace(play, colour=strongest_colour(rest, choices["colour"].options, rng))
    if "give" in choices:
        play = msgspec.structs.replace(play, give=spare_cards(choices["give"], rest))
    aimed = [msgspec.structs.replace(play, target=seat) for seat in _targets(choices.get("target"))] or [play]
    for each in aimed:
        yield each
        if "extra" in choices:
            yield from _extras(sight, each, choices["extra"], rng)


def spare_cards(choice: Choice, rest: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that are missed least: of weak colours, and neither wilds nor the digit to go out with."""
    held = colours(rest)
    ranked = sorted(choice.options, key=lambda card: (FACE[card].wild, is_digit(card), held[card[0]]))
    return tuple(ranked[: choice.count])


def _targets(choice: Choice | None) -> Sequence[str]:
    return choice.options if choice is not None else ()


def _extras(sight: Sight, play: PlayCard, choice: Choice, rng: Random) -> Iterator[PlayCard]:
    """ZC-17: an extra of the chosen colour, so the colour follows the extra; a wild extra goes with any."""
    for extra in choice.extras:
        inner = _by_kind(extra)
        with_extra = msgspec.structs.replace(
            play, extra=extra.card, colour=play.colour if FACE[extra.card].wild else extra.card[0]
        )
        rest = left_by(sight.hand, with_extra)
        if "colour" in inner:
            colour = strongest_colour(rest, inner["colour"].options, rng)
            with_extra = msgspec.structs.replace(with_extra, extra_colour=colour)
        if "give" in inner:
            with_extra = msgspec.structs.replace(with_extra, extra_give=spare_cards(inner["give"], rest))
        for seat in _targets(inner.get("target")) or [""]:
            yield msgspec.structs.replace(with_extra, extra_target=seat)


def _by_kind(legal: LegalPlay) -> dict[str, Choice]:
    """A colour that may be named later is: after a Wild Swap the bot sees its new hand first (CL-14)."""
    return {choice.kind: choice for choice in legal.choices if not (choice.kind == "colour" and choice.optional)}
