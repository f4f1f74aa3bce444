"""Legality both ways: what the views list is accepted; everything else is refused and changes nothing (COM-28)."""

import random
from collections.abc import Iterator

import msgspec

from services.game.engine import Refused, Room, apply, commands, views
from services.game.engine.commands import Command, PlayCard
from services.game.engine.events import CatchMissed
from services.game.engine.faces import FACE
from services.game.engine.shapes import SeatView
from tools.soak.player import played, spoken
from tools.soak.soundness import conserved, encoded, sound, stored
from tools.soak.violation import Violation, insist

# The notation's verbs that a view lists where they may be used.
VERBS = (
    "draw", "pass", "take", "challenge", "call", "answer", "circle", "colour", "skip", "bot", "kick", "set", "start",
    "next", "rematch", "lobby",
)  # fmt: skip
NOBODY = "p99"
NO_CARDS = ("", "w", "r", "wfoo", "r5 ", "wild/r/g", "\0")


def accepts_what_it_lists(room: Room, seat: str, now: int, rng: random.Random, samples: int = 3) -> None:
    """Tries some of what the seat's view lists, each on a copy of the room."""
    view = views.seat_view(room, seat, now)
    listed = [spoken(room, seat, verb, rng) for verb in view.verbs if verb != "kick" or len(room.seated()) > 1]
    listed += [commands.CatchPlayer(by=seat, seat=other) for other in view.catches]
    listed += [played(view, play, room.round.turn_number, rng) for play in view.plays]
    for command in rng.sample(listed, min(samples, len(listed))):
        trial = stored(room)
        try:
            apply(trial, command, now)
        except Refused as refused:
            raise Violation(f"the view lists {command}, refused with {refused.code}") from None
        conserved(trial)
        sound(trial)


def refuses_the_rest(room: Room, seat: str, now: int, rng: random.Random, samples: int = 6) -> None:
    """Tries some of what the seat's view does not list."""
    view = views.seat_view(room, seat, now)
    wrong = [*_unlisted_verbs(room, view, rng), *_unlisted_cards(room, view, rng), *_wrong_choices(room, view, rng)]
    for command, codes in rng.sample(wrong, min(samples, len(wrong))):
        code = refusal(room, command, now)
        insist(not codes or code in codes, f"{command} was refused with {code}, not with one of {codes}")
    _unlisted_catches(room, view, now)


def refusal(room: Room, command: Command, now: int) -> str:
    """The code that the command is refused with; a violation if it is accepted or leaves a trace."""
    before = encoded(room)
    trial = stored(room)
    try:
        apply(trial, command, now)
    except Refused as refused:
        insist(encoded(trial) == before, f"{command} was refused with {refused.code} and changed something")
        return refused.code
    raise Violation(f"{command} is not listed and was accepted")


# A command that must be refused, and the codes that fit; none: any.
Wrong = tuple[Command, tuple[str, ...]]


def _unlisted_verbs(room: Room, view: SeatView, rng: random.Random) -> Iterator[Wrong]:
    for verb in VERBS:
        if verb in view.verbs or (verb == "kick" and len(room.seated()) < 2):
            continue
        yield spoken(room, view.seat, verb, rng), ()


def _unlisted_cards(room: Room, view: SeatView, rng: random.Random) -> Iterator[Wrong]:
    """Each card in hand that may not be played, with every choice a card could ask for; cards not in hand."""
    others = [other.seat for other in room.seated() if other.seat != view.seat] or [NOBODY]
    listed = {play.card for play in view.plays}
    held = set(view.hand)
    for card in (*(held - listed), *rng.sample(sorted(set(FACE) - held), 3), *NO_CARDS):
        wrong = PlayCard(
            by=view.seat, card=card, colour=rng.choice("rygb"), target=rng.choice(others), give=tuple(view.hand[:2])
        )
        yield wrong, ()


def _wrong_choices(room: Room, view: SeatView, rng: random.Random) -> Iterator[Wrong]:
    """Legal plays with one choice left out or wrong."""
    for play in view.plays:
        right = played(view, play, room.round.turn_number, rng)
        yield msgspec.structs.replace(right, turn=right.turn + 1), ("too_late",)
        for choice in play.choices:
            match choice.kind:
                case "colour":
                    yield msgspec.structs.replace(right, colour="x"), ("bad_colour",)
                    if not choice.optional:
                        yield msgspec.structs.replace(right, colour=""), ("colour_required",)
                case "target":
                    yield msgspec.structs.replace(right, target=""), ("target_required",)
                    for wrong in {view.seat, NOBODY, *room.round.order} - set(choice.options):
                        yield msgspec.structs.replace(right, target=wrong), ("bad_target",)
                case "give":
                    yield msgspec.structs.replace(right, give=right.give[1:]), ("bad_gift",)
                    yield msgspec.structs.replace(right, give=(*right.give[1:], "x")), ("bad_gift",)
                    yield msgspec.structs.replace(right, give=right.give * 2), ("bad_gift",)
                case "extra":
                    fitting = set(choice.options)
                    wrong_extras = [card for card in (*view.hand, "r5", "wild+1") if card not in fitting]
                    if wrong_extras:
                        extra = rng.choice(wrong_extras)
                        yield msgspec.structs.replace(right, extra=extra), ("bad_extra", "no_action_finish")


def _unlisted_catches(room: Room, view: SeatView, now: int) -> None:
    """A catch that is not listed is refused, or costs the catcher where the rule set says so (ZC-31)."""
    for other in {NOBODY, *(seat.seat for seat in room.seats)} - set(view.catches):
        before = encoded(room)
        trial = stored(room)
        try:
            happened = apply(trial, commands.CatchPlayer(by=view.seat, seat=other), now)
        except Refused as refused:
            insist(encoded(trial) == before, f"a catch was refused with {refused.code} and changed something")
        else:
            fair = isinstance(happened[0], CatchMissed) and room.rules.wrong_catch
            insist(fair, f"a catch of {other} by {view.seat} is not listed and was accepted")
            conserved(trial)
