"""Who will win, by the hands alone: what a play-out that is cut short is worth."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log

from services.bots.search.fitted import Weights, fitted
from services.game.engine.cards import Card
from services.game.engine.faces import FACE
from services.game.engine.room import Room
from services.game.engine.table import Challenge, Stack, Table


def chances(room: Room, seat: str) -> float:
    """0–1, of the seat to win the round; every hand is looked at, so that it suits dealt worlds only."""
    if seat in room.round.out:
        return 0.0
    odds = strengths(room, fitted(room.ruleset).weights)
    mine = odds[seat]
    return 1 / sum([exp(other - mine) for other in odds.values()])


def strengths(room: Room, weights: Weights) -> dict[str, float]:
    """Logarithms of the odds, by seat still in; each is a sum of what a seat has, times its weight."""
    table = room.round
    odds = {seat: _strength(table.hands[seat], weights) for seat in table.playing()}
    odds[table.turn] += _on_turn(room, table, weights)
    following = table.after(table.turn)
    if any(_fits(card, table) for card in table.hands[following]):
        odds[following] += weights.next_can_play
    return odds


def _strength(hand: Sequence[Card], weights: Weights) -> float:
    cards = len(hand)
    if not cards:
        return weights.log_cards * _LOG_NONE
    worth = _by_card(weights)
    colours = len({card[0] for card in hand if card[0] != "w"})
    value = weights.card * cards + weights.log_cards * log(cards) + weights.colours * colours / cards
    return value + sum([worth[card] for card in hand]) + (weights.last_card if cards == 1 else 0.0)


def _on_turn(room: Room, table: Table, weights: Weights) -> float:
    hand, pending = table.hands[table.turn], table.pending
    if isinstance(pending, Stack | Challenge):
        answered = any(FACE[card].answers(room, pending) for card in hand)
        return 0.0 if answered else weights.owes * pending.cards
    if not any(_fits(card, table) for card in hand):
        return weights.stuck
    return weights.can_play + (weights.can_go_out if len(hand) == 1 else 0.0)


def _fits(card: Card, table: Table) -> bool:
    return card[0] == table.colour or card[0] == "w" or FACE[card] is FACE[table.discard[-1]]


@cache
def _by_card(weights: Weights) -> Mapping[Card, float]:
    def worth(card: Card) -> float:
        face = FACE[card]
        kind = weights.wild if face.wild else weights.action if face.kind != "digit" else 0.0
        return kind + (weights.draw_card if face.draws else 0.0)

    return {card: worth(card) for card in FACE}


# A hand that a gift or a swap emptied is stronger than one card.
_LOG_NONE = log(0.5)
