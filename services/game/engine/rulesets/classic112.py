"""Classic 112: with Wild Swap and an agreed Wild Custom (docs/rules.md, CL)."""

from services.game.engine.cards import Card
from services.game.engine.rulesets import standard
from services.game.engine.rulesets.classic108 import Classic108
from services.game.engine.settings import Settings

CUSTOM_WILDS = 3


class Classic112(Classic108):
    """The classic game with four cards more."""

    id = "classic112"
    label = {"en": "Classic 112", "de": "Klassisch 112", "nl": "Klassiek 112"}
    defaults = {
        name: value for name, value in Classic108.defaults.items() if name not in ("shuffle_hands", "blank_wilds")
    }
    point_values = {"wildswap": 40, "wildcustom": 40}
    catch_window = "one_card"
    custom_rule_required = True

    def deck(self, settings: Settings, players: int) -> list[Card]:
        return [*standard(), "wildswap", *["wildcustom"] * CUSTOM_WILDS]

    def plays_custom_rule(self, settings: Settings) -> bool:
        return True


RULES = Classic112()
