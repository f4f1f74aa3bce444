"""Rounds: dealing one, ending one, and what it is worth (COM-13 to COM-15, COM-29)."""

from hashlib import sha256
from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.commands import Dealing
from services.game.engine.draw import shuffled
from services.game.engine.faces import FACE, Use
from services.game.engine.penalties import take
from services.game.engine.refusals import Refused
from services.game.engine.table import Stack
from services.game.engine.turns import Flow, start_turn

if TYPE_CHECKING:
    from services.game.engine.room import Room

MIN_SEATED = 2


def deal(room: "Room", command: Dealing, *, new_game: bool) -> Flow:
    """A round from its seed to the first turn. The seed's hash was in the room's view before this."""
    seats = [seat.seat for seat in room.seated()]
    if len(seats) < MIN_SEATED:
        raise Refused("not_enough_players")
    number = 1 if new_game or room.table is None else room.table.round + 1
    yield events.RoundStarted(
        round=number,
        seed_hash=sha256(room.next_seed).hexdigest(),
        seats=seats,
        new_game=new_game,
        next_seed=command.seed,
    )
    table = room.round
    if command.dealer:
        yield events.DealerDrawn(draws=[], dealer=command.dealer, counter=table.counter)
        first = table.after(command.dealer)
    else:
        first = yield from room.rules.opening(room)
    if command.deck:
        yield events.DeckShuffled(order=list(reversed(command.deck)), counter=table.counter)
    else:
        order, counter = shuffled(room, room.rules.deck(room.settings, len(seats)))
        yield events.DeckShuffled(order=order, counter=counter)
    yield events.HandsDealt(cards=room.settings.start_hand, first=first)
    yield from _turn_start_card(room)
    begins = yield from FACE[table.discard[-1]].start(room, first)
    if room.phase == "playing" and not table.pending:
        yield from start_turn(room, begins)


def _turn_start_card(room: "Room") -> Flow:
    """Turns cards until one may lie as start card; those before it go under the draw pile."""
    draw_pile = room.round.draw
    put_back = []
    for card in reversed(draw_pile):
        if room.rules.may_start(FACE[card]):
            break
        put_back.append(card)
    else:
        put_back = []  # none may: the first turned lies all the same
    yield events.StartCardTurned(card=draw_pile[-1 - len(put_back)], put_back=put_back)


def go_out(room: "Room", use: Use) -> Flow:
    """The last card is played: a draw card still makes the next draw, a stack is drawn whole, then points (COM-13)."""
    table = room.round
    face = FACE[use.card]
    if face.draws or isinstance(table.pending, Stack):
        target = yield from face.effect(room, use)
        if table.pending:
            yield from take(room, target, "stack")
    if room.phase == "playing":
        yield from end_round(room, use.seat, "out")


def end_round(room: "Room", winner: str, reason: str) -> Flow:
    """Counts the points and ends the round, and the game where the target is reached (COM-15)."""
    points = round_points(room, winner)
    yield events.RoundEnded(winner=winner, reason=reason, points=points)
    yield from _end_game(room, winner, reason)


def round_points(room: "Room", winner: str) -> dict[str, int]:
    """What the round adds to each seat's score (COM-14, CL-20)."""
    table = room.round
    values = {seat: hand_value(room, seat) for seat in table.order}
    penalty = room.rules.knock_out_points
    knocked_out = [seat for seat, why in table.out.items() if why == "knocked_out"]
    if room.settings.scoring == "low_total":  # a hand of 25 that went back is no hand of 0
        return {seat: value + penalty * (seat in knocked_out) for seat, value in values.items()}
    if not winner:
        return {}
    opponents = sum(value for seat, value in values.items() if seat != winner)
    return {winner: opponents + penalty * len(knocked_out)}


def hand_value(room: "Room", seat: str) -> int:
    return sum(room.rules.points(FACE[card]) for card in room.round.hands[seat])


def _end_game(room: "Room", winner: str, reason: str) -> Flow:
    target = room.settings.target_score
    scores = {seat.seat: seat.score for seat in room.seats if not seat.left}
    if reason == "abandoned" or not scores:
        yield events.GameEnded(winner="")
    elif not target:
        yield events.GameEnded(winner=winner)
    elif max(scores.values()) >= target:
        if room.settings.scoring == "low_total":
            best = min(scores, key=lambda seat: (scores[seat], seat != winner))
        else:
            best = max(scores, key=lambda seat: (scores[seat], seat == winner))
        yield events.GameEnded(winner=best)


def stalemate(room: "Room") -> Flow:
    """Nobody can draw and nobody plays: the lowest hand wins, a tie or a set without this wins nobody (COM-08)."""
    values = {seat: hand_value(room, seat) for seat in room.round.playing()}
    lowest = [seat for seat, value in values.items() if value == min(values.values())]
    wins = room.rules.stalemate_wins and len(lowest) == 1
    yield from end_round(room, lowest[0] if wins else "", "stalemate")
