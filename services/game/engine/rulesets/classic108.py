"""Classic: the 108 cards, the challenge, to 500 (docs/rules.md, CL)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine.cards import Card
from services.game.engine.faces import Face
from services.game.engine.opening import deal_moves_left
from services.game.engine.rulesets import RuleSet, standard
from services.game.engine.settings import COMMON, Settings

if TYPE_CHECKING:
    from services.game.engine.events import Event
    from services.game.engine.room import Room

BLANK_WILDS = 3


class Classic108(RuleSet):
    """The classic game."""

    id = "classic108"
    label = {"en": "Classic", "de": "Klassisch", "nl": "Klassiek"}
    defaults = {
        **dict.fromkeys(COMMON, "off"),
        "max_players": "10",
        "start_hand": "7",
        "turn_timer_s": "30",
        "draw_rule": "one",
        "target_score": "500",
        "stacking": "off",
        "plus2_on_plus4": "off",
        "challenge": "on",
        "scoring": "winner_takes",
        "shuffle_hands": "off",
        "blank_wilds": "off",
    }
    catch_window = "next_turn"

    def deck(self, settings: Settings, players: int) -> list[Card]:
        cards = standard()
        if settings.shuffle_hands:
            cards.append("wildshuffle")
        if settings.blank_wilds:
            cards += ["wildcustom"] * BLANK_WILDS
        return cards

    def opening(self, room: "Room") -> "Generator[Event, None, str]":
        return (yield from deal_moves_left(room))

    def may_start(self, face: Face) -> bool:
        return face.starts

    def plays_custom_rule(self, settings: Settings) -> bool:
        return settings.blank_wilds


RULES = Classic108()
