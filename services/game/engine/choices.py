"""The choices a play needs: asked for in the legal moves, checked when it is made. One list, so the two agree."""

from collections import Counter
from typing import TYPE_CHECKING

from services.game.engine.cards import COLOURS, Card, colour_of
from services.game.engine.faces import FACE, Face
from services.game.engine.refusals import Refused

if TYPE_CHECKING:
    from services.game.engine.commands import PlayCard
    from services.game.engine.room import Room

GIFT_CARDS = 2


class Chosen:
    """What was chosen for one card of a play: of the card itself or of its extra."""

    __slots__ = ("card", "colour", "give", "target")

    def __init__(self, card: Card, colour: str, target: str, give: tuple[Card, ...]) -> None:
        self.card = card
        self.colour = colour
        self.target = target
        self.give = give


def check(room: "Room", command: "PlayCard") -> None:
    """Refuses a play whose choices are missing or wrong. Choices that the card does not need are ignored."""
    chosen = Chosen(command.card, command.colour, command.target, command.give)
    held = list(room.round.hands[command.by])
    held.remove(command.card)
    face = FACE[command.card]
    for need in face.needs(room, command.by, command.card):
        if need == "extra?":
            _check_extra(room, command, held)
        else:
            _check_one(room, command.by, need, chosen, held)


def _check_one(room: "Room", seat: str, need: str, chosen: Chosen, held: list[Card]) -> None:
    if need in ("colour", "colour?"):
        if chosen.colour not in ("", *COLOURS):
            raise Refused("bad_colour")
        if not chosen.colour and need == "colour":
            raise Refused("colour_required")
    elif need == "target":
        targets = FACE[chosen.card].targets(room, seat)
        if targets and not chosen.target:
            raise Refused("target_required")
        if chosen.target and chosen.target not in targets:
            raise Refused("bad_target")
    elif need == "give" and (len(chosen.give) != gift_size(held) or Counter(chosen.give) - Counter(held)):
        raise Refused("bad_gift")


def _check_extra(room: "Room", command: "PlayCard", held: list[Card]) -> None:
    extra = command.extra
    if not extra:
        return
    if extra not in extras(held, command.colour):
        raise Refused("bad_extra")
    face = FACE[extra]
    held.remove(extra)
    if not held and not may_be_last(room, face):
        raise Refused("no_action_finish")
    chosen = Chosen(extra, command.extra_colour, command.extra_target, command.extra_give)
    for need in face.needs(room, command.by, extra):
        _check_one(room, command.by, need, chosen, held)


def extras(held: list[Card], colour: str) -> list[Card]:
    """What may be put along with a Colour+1: a card of its colour or a wild, but not another one (ZC-17)."""
    return [card for card in dict.fromkeys(held) if _is_extra(card, FACE[card], colour)]


def _is_extra(card: Card, face: Face, colour: str) -> bool:
    return "extra?" not in face.choices and (face.wild or colour_of(card) == colour)


def gift_size(held: list[Card]) -> int:
    """Exactly 2, 1 if only 1 is left (ZC-22)."""
    return min(GIFT_CARDS, len(held))


def may_be_last(room: "Room", face: Face) -> bool:
    """Whether the very last card may have this face (ZC-30)."""
    return face.kind == "digit" or not room.settings.no_action_finish
