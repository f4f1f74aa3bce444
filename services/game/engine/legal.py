"""What a seat may do now: the same questions that `decide` asks before it refuses."""

from typing import TYPE_CHECKING

from services.game.engine.cards import Card
from services.game.engine.choices import may_be_last
from services.game.engine.faces import FACE, TAKING_ALONG, Face
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack

if TYPE_CHECKING:
    from services.game.engine.room import Room
    from services.game.engine.table import Table

JUMP_IN_LATE_MS = 1000


def refusal(room: "Room", seat: str, card: Card) -> str:
    """Why the turn player may not play a card they hold, as a code; empty when they may. Its choices come after."""
    table = room.round
    face = FACE[card]
    pending = table.pending
    if pending is not None:
        if isinstance(pending, Stack):
            if not face.answers(room, pending):
                return "must_answer_stack"
        elif isinstance(pending, Challenge) and not (pending.by and face.answers(room, pending)):
            return "must_challenge_or_take"
    elif table.has_drawn:
        if card != table.drawn:
            return "only_drawn_card"
    elif not (face.wild or card[0] == table.colour or face is FACE[table.discard[-1]]):
        return "not_playable"
    if _is_last(room, seat, card, face) and not may_be_last(room, face):
        return "no_action_finish"
    return ""


def _is_last(room: "Room", seat: str, card: Card, face: Face) -> bool:
    """Whether the play, with what goes under it, empties the hand."""
    held = len(room.round.hands[seat])
    return held == 1 or (face.takes_along and held == 1 + len(face.along(room, seat, card)))


def playable(room: "Room", seat: str) -> list[Card]:
    """The different cards that the turn player may play now, in the hand's order."""
    table = room.round
    pending = table.pending
    hand = table.hands[seat]
    if pending is None and not table.has_drawn and len(hand) > 1:
        # The commonest case without a call per card.
        colour, top = table.colour, FACE[table.discard[-1]]
        found = [card for card in hand if card[0] == colour or (face := FACE[card]).wild or face is top]
        if room.settings.no_action_finish and not TAKING_ALONG.isdisjoint(found):
            found = [card for card in found if card not in TAKING_ALONG or not refusal(room, seat, card)]
        return list(dict.fromkeys(found)) if len(found) > 1 else found
    if isinstance(pending, ColourOwed | Duel | Circle):
        return []
    return [card for card in dict.fromkeys(hand) if not refusal(room, seat, card)]


def is_playable_drawn(room: "Room", seat: str, card: Card) -> bool:
    """Whether a card just drawn could be played at once (COM-05)."""
    table = room.round
    face = FACE[card]
    if not (face.wild or card[0] == table.colour or face is FACE[table.discard[-1]]):
        return False
    return not _is_last(room, seat, card, face) or may_be_last(room, face)


def jump_ins(room: "Room", seat: str) -> list[Card]:
    """The card, if held, that the seat may throw in out of turn (ZC-32)."""
    table = room.round
    if not room.settings.jump_in or seat == table.turn or seat in table.out:
        return []
    if not (table.pending is None or isinstance(table.pending, Stack)):
        return []
    return [
        card
        for card in dict.fromkeys(table.hands[seat])
        if identical(card, table.discard[-1]) and not _jump_in_refusal(room, seat, card)
    ]


def _jump_in_refusal(room: "Room", seat: str, card: Card) -> str:
    """Why an identical card may not be thrown in all the same."""
    face = FACE[card]
    stack = room.round.pending
    if isinstance(stack, Stack) and not face.answers(room, stack):
        return "must_answer_stack"
    last = _is_last(room, seat, card, face)
    return "no_action_finish" if last and not may_be_last(room, face) else ""


def why_no_jump_in(room: "Room", seat: str, card: Card) -> str:
    """Why a play out of turn is refused, as a code; empty when it is a jump-in."""
    table = room.round
    open_to_all = table.pending is None or isinstance(table.pending, Stack)
    if not room.settings.jump_in or not open_to_all or seat in table.out:
        return "not_your_turn"
    if identical(card, table.discard[-1]):
        return "not_in_hand" if card not in table.hands[seat] else _jump_in_refusal(room, seat, card)
    if table.covered and identical(card, table.covered) and room.now - table.covered_at < JUMP_IN_LATE_MS:
        return "too_late"
    return "not_your_turn"


def identical(card: Card, top: Card) -> bool:
    """The same colour, action and digit; wilds of the same name, whatever colour was chosen."""
    return card == top or (card[:1] == "w" and FACE.get(card) is FACE[top])


def may_call(room: "Room", seat: str) -> bool:
    """A call has a reason: one card whose window is open, or what this turn's play may leave as one (COM-16, MC-13)."""
    table = room.round
    if seat in table.out or seat in table.called:
        return False
    hand = table.hands[seat]
    if len(hand) == 1:
        return seat not in table.closed
    if seat != table.turn or isinstance(table.pending, ColourOwed | Duel | Circle) or not hand:
        return False
    if len(hand) == 2:
        return True
    if TAKING_ALONG.isdisjoint(hand):
        return False
    return any(len(hand) - 1 - len(FACE[card].along(room, seat, card)) == 1 for card in playable(room, seat))


def uncalled(table: "Table", seat: str) -> bool:
    """Can be caught: holds exactly one card, has not called, and the window is open (COM-17)."""
    return (
        len(table.hands[seat]) == 1 and seat not in table.out and seat not in table.called and seat not in table.closed
    )
