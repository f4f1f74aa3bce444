"""A rule set is a deck, default settings, and the rules that are switched on. One file each, found by itself."""

import importlib
import pkgutil
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, ClassVar

from services.game.engine.cards import COLOURS, Card
from services.game.engine.faces import Face
from services.game.engine.settings import SPECS, Settings, Spec, change

if TYPE_CHECKING:
    from services.game.engine.events import Event
    from services.game.engine.room import Room

OFFLINE_TURN_MS = 15_000


class RuleSet:
    """The questions the engine asks a rule set, with the commonest answers. `id` is its wire id."""

    id: ClassVar[str]
    label: ClassVar[Mapping[str, str]]
    # The settings it has, with their defaults as written on the wire.
    defaults: ClassVar[Mapping[str, str]]
    # Values that differ from the setting's own.
    values: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    # Face → points, where they differ from the face's own.
    point_values: ClassVar[Mapping[str, int]] = {}
    # When a forgotten call can no longer be caught: "next_turn" (the next player begins), "own_action", "one_card"
    # (never, while one card is held).
    catch_window: ClassVar[str] = "own_action"
    # What a wrong catch costs the catcher, in cards; 0: it is refused.
    wrong_catch: ClassVar[int] = 0
    # How long an offline player's turn lasts where no clock runs, ms (COM-21).
    offline_turn_ms: ClassVar[int] = OFFLINE_TURN_MS
    # So many cards in hand and one is out of the round; 0: nobody is (MC-04).
    mercy_limit: ClassVar[int] = 0
    knock_out_points: ClassVar[int] = 0
    # The lowest hand wins a stalemate (COM-08).
    stalemate_wins: ClassVar[bool] = True
    # A custom rule must be proposed and agreed to before the start (CL-15).
    custom_rule_required: ClassVar[bool] = False

    def deck(self, settings: Settings, players: int) -> list[Card]:
        """The round's cards, unshuffled."""
        raise NotImplementedError

    def opening(self, room: "Room") -> "Generator[Event, None, str]":
        """Decides who is dealt to first and begins; says it in events."""
        raise NotImplementedError

    def may_start(self, face: Face) -> bool:
        """Whether the face may lie as start card."""
        raise NotImplementedError

    def points(self, face: Face) -> int:
        return self.point_values.get(face.id, face.points)

    def plays_custom_rule(self, settings: Settings) -> bool:
        return self.custom_rule_required

    def settings(self, changes: Mapping[str, str] | None = None) -> Settings:
        """Its defaults with the changes, as written on the wire; `bad_setting` names the first that cannot be."""
        return change(Settings(), {**self.defaults, **(changes or {})}, self.specs)

    @property
    def specs(self) -> Mapping[str, Spec]:
        """The settings it has and how each may be set."""
        return {
            name: Spec("choice", self.values[name]) if name in self.values else SPECS[name] for name in self.defaults
        }


def coloured(*faces: str, times: int = 1) -> list[Card]:
    """Each face in each colour, so many times."""
    return [colour + face for colour in COLOURS for face in faces for _ in range(times)]


def standard() -> list[Card]:
    """The 108 cards (CL-01)."""
    ones = [*"123456789", "skip", "rev", "+2"]
    return coloured("0") + coloured(*ones, times=2) + ["wild"] * 4 + ["wild+4"] * 4


RULESETS: dict[str, RuleSet] = {}


def register(rules: RuleSet) -> None:
    RULESETS[rules.id] = rules


for _module in pkgutil.iter_modules(__path__):
    register(importlib.import_module(f"{__name__}.{_module.name}").RULES)
