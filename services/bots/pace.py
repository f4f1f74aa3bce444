"""How long a bot seems to think, s. It may depend on what everybody at the table sees, never on the hand."""

from random import Random

from services.bots.levels.sight import CLOSE_TO_OUT, Sight

# Shortest and longest pause by occasion; what is not here is a turn.
_REACTIONS = {"duel": (1.8, 4.5), "circle": (2.0, 6.0), "catch": (0.7, 1.8), "jump": (0.6, 1.1), "call": (0.6, 1.6)}
_TURN = (0.6, 1.8)
_MANY_CARDS = 15
_JITTER = 0.15


def pause_s(kind: str, sight: Sight, rng: Random, slowness: float = 1.0) -> float:
    """Before any scaling; longer the harder the choice looks from outside. `slowness` multiplies reactions only."""
    reaction = _REACTIONS.get(kind)
    shortest, longest = reaction or _TURN
    # How fast somebody reacts is chance; how long a turn is thought about, a matter of what there is to think about.
    share = rng.random() if reaction else min(max(rng.gauss(_hardness(sight), _JITTER), 0.0), 1.0)
    return (shortest + (longest - shortest) * share) * (slowness if reaction else 1.0)


def _hardness(sight: Sight) -> float:
    """0–1."""
    to_answer = sight.table.stack is not None or sight.table.phase == "challenge"
    somebody_close = sight.fewest <= CLOSE_TO_OUT
    cards = min(sight.cards.get(sight.me, 0), _MANY_CARDS) / _MANY_CARDS
    return 0.2 + 0.3 * cards + 0.3 * to_answer + 0.2 * somebody_close
