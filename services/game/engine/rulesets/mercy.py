"""Mercy: 168 cards, stacking, 25 cards and you are out (docs/rules.md, MC)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine.cards import Card
from services.game.engine.faces import Face
from services.game.engine.opening import last_winner_or_chance
from services.game.engine.rulesets import RuleSet, coloured
from services.game.engine.settings import COMMON, Settings

if TYPE_CHECKING:
    from services.game.engine.events import Event
    from services.game.engine.room import Room


class Mercy(RuleSet):
    """No clock by default; the host moves slow turns on."""

    id = "mercy"
    label = {"en": "Mercy", "de": "Mercy", "nl": "Mercy"}
    defaults = {
        **dict.fromkeys(COMMON, "off"),
        "max_players": "10",
        "start_hand": "7",
        "turn_timer_s": "0",
        "draw_rule": "until_playable",
        "target_score": "0",
        "stacking": "equal_or_higher",
        "seven_zero": "on",
        "scoring": "winner_takes",
    }
    values = {"target_score": ("0", "250", "500", "1000")}
    offline_turn_ms = 60_000  # COM-21
    mercy_limit = 25
    knock_out_points = 250

    def deck(self, settings: Settings, players: int) -> list[Card]:
        """MC-01."""
        return [
            *coloured(*"0123456789", times=2),
            *coloured("skip", "rev", "+2", "discard", times=3),
            *coloured("+4", "skipall", times=2),
            *["wildrev+4"] * 8,
            *["wild+6"] * 4,
            *["wild+10"] * 4,
            *["wildroulette"] * 8,
        ]

    def opening(self, room: "Room") -> "Generator[Event, None, str]":
        return (yield from last_winner_or_chance(room))

    def may_start(self, face: Face) -> bool:
        return face.kind == "digit"


RULES = Mercy()
