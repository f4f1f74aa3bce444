"""Settings drawn at random, of those that change how a round is played."""

from random import Random

from services.game.engine.rulesets import RuleSet
from services.game.engine.settings import EFFECTS, CustomRule

# Who may come, and clocks that bots do not exceed.
_LEFT_ALONE = frozenset({"public", "max_players", "turn_timer_s", "bot_takeover"})
_MOST = 3


def drawn(rules: RuleSet, rng: Random) -> dict[str, str]:
    """About half of them differ from what the rule set has."""
    return {
        name: rng.choice(spec.values)
        for name, spec in rules.specs.items()
        if name not in _LEFT_ALONE and spec.kind in ("switch", "choice") and rng.random() < 0.5
    }


def rule(rng: Random) -> CustomRule:
    return CustomRule(text="As agreed.", effect=rng.choice(EFFECTS), n=rng.randint(1, _MOST))
