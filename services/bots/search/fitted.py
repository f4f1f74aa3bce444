"""Learned from rounds among normal bots, by rule set: what a hand is worth, and how much the heuristics know."""

from collections.abc import Mapping

import msgspec


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has, in the logarithm of its odds to win the round (`python -m tools.tournament.fit`)."""

    # Of a hand.
    card: float
    log_cards: float
    last_card: float
    wild: float
    draw_card: float
    action: float
    # Different colours, as a share of the cards: who has many of few can be left behind by one change.
    colours: float
    # On turn: with something to play, nothing, the last card to play.
    can_play: float
    stuck: float
    can_go_out: float
    # The next one has something to follow with.
    next_can_play: float
    # By card of a stack that cannot be answered.
    owes: float


class Fitted(msgspec.Struct, frozen=True, kw_only=True):
    """One rule set's."""

    weights: Weights
    # Worth as the heuristics have it, to a share of rounds won: the more luck is to come, the less.
    share: float
    # How far off their opinion of a gap between two moves is, as a share of rounds won (a standard deviation).
    doubt: float


def fitted(ruleset: str) -> Fitted:
    """A rule set of which nothing is known is taken for a classic one."""
    return _FITTED.get(ruleset, _CLASSIC)


_CLASSIC = Fitted(
    weights=Weights(
        card=-0.1, log_cards=-0.95, last_card=0.0, wild=0.29, draw_card=0.26, action=0.1, colours=-0.45,
        can_play=0.38, stuck=-0.24, can_go_out=2.65, next_can_play=0.2, owes=-0.16,
    ),
    share=0.015,
    doubt=0.06,
)  # fmt: skip
_FITTED: Mapping[str, Fitted] = {
    "mercy": Fitted(
        weights=Weights(
            card=-0.01, log_cards=-0.35, last_card=0.15, wild=0.07, draw_card=0.03, action=0.01, colours=-0.1,
            can_play=0.0, stuck=-0.25, can_go_out=1.2, next_can_play=-0.05, owes=-0.045,
        ),
        share=0.005,
        doubt=0.09,
    ),
    "zerocards": Fitted(
        weights=Weights(
            card=0.02, log_cards=-0.4, last_card=0.2, wild=0.04, draw_card=0.0, action=0.02, colours=-0.25,
            can_play=0.12, stuck=-0.04, can_go_out=1.6, next_can_play=0.1, owes=-0.01,
        ),
        share=0.004,
        doubt=0.04,
    ),
}  # fmt: skip
