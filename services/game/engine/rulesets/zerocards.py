"""0cards!, the house game and the default: specials, stacking, chaos (docs/rules.md, ZC)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine.cards import Card
from services.game.engine.faces import FACES, Face
from services.game.engine.opening import last_winner_or_dice
from services.game.engine.rulesets import RuleSet, standard
from services.game.engine.settings import COMMON, SPECIALS, Settings

if TYPE_CHECKING:
    from services.game.engine.events import Event
    from services.game.engine.room import Room

TWO_DECKS_FROM = 6
COLOUR1_CARDS = 4


class ZeroCards(RuleSet):
    """The house game."""

    id = "zerocards"
    label = {"en": "0cards!", "de": "0cards!", "nl": "0cards!"}
    defaults = {
        **dict.fromkeys(COMMON, "off"),
        "max_players": "10",
        "start_hand": "7",
        "turn_timer_s": "30",
        "draw_rule": "one",
        "target_score": "0",
        "stacking": "on",
        "plus2_on_plus4": "off",
        "chaos_meter": "on",
        "auto_draw": "on",
        "no_action_finish": "on",
        "no_pass": "on",
        "scoring": "winner_takes",
        **{f"specials.{name}": "on" for name in SPECIALS},
    }
    wrong_catch = 1  # ZC-31
    stalemate_wins = False

    def deck(self, settings: Settings, players: int) -> list[Card]:
        cards = standard()
        for face in FACES.values():
            if face.special and face.special not in settings.without:  # ZC-33
                cards += face.cards() * (COLOUR1_CARDS if face.wild else 1)
        return cards * 2 if players >= TWO_DECKS_FROM else cards  # ZC-02

    def opening(self, room: "Room") -> "Generator[Event, None, str]":
        return (yield from last_winner_or_dice(room))

    def may_start(self, face: Face) -> bool:
        return face.kind == "digit"


RULES = ZeroCards()
