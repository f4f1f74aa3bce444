"""The catalogue: everything that clients and bots know of faces, rule sets and settings (proto Catalogue)."""

from collections import Counter

import msgspec

from services.game.engine.faces import FACE, FACES
from services.game.engine.rulesets import RULESETS, RuleSet
from services.game.engine.setting_texts import TEXTS
from services.game.engine.settings import SPECS, Spec

DECK_OF = 2  # players: one deck


class FaceInfo(msgspec.Struct, rename="camel", omit_defaults=True):
    """A face as clients draw it."""

    id: str
    kind: str
    label: dict[str, str]
    help: dict[str, str]
    symbol: str
    wild: bool = False
    needs: list[str] = []


class Values(msgspec.Struct):
    """The values a rule set allows."""

    values: list[str]


class RuleSetInfo(msgspec.Struct, rename="camel", omit_defaults=True):
    """A rule set as its host finds it."""

    id: str
    label: dict[str, str]
    defaults: dict[str, str]
    points: dict[str, int]
    deck: dict[str, int]
    values: dict[str, Values] = {}


class SettingInfo(msgspec.Struct, rename="camel", omit_defaults=True):
    """A setting as its host changes it."""

    id: str
    kind: str
    label: dict[str, str]
    help: dict[str, str]
    values: list[str] = []
    min: int = 0
    max: int = 0
    zero: bool = False


class Catalogue(msgspec.Struct):
    """All of it."""

    faces: list[FaceInfo]
    rulesets: list[RuleSetInfo]
    settings: list[SettingInfo]


def catalogue() -> Catalogue:
    """From the registers: a new face, rule set or setting is in it by itself."""
    return Catalogue(
        faces=[
            FaceInfo(
                id=face.id,
                kind=face.kind,
                label=dict(face.label),
                help=dict(face.help),
                symbol=face.symbol,
                wild=face.wild,
                needs=[need.rstrip("?") for need in face.choices],
            )
            for face in FACES.values()
        ],
        rulesets=[_ruleset(rules) for rules in RULESETS.values()],
        settings=[_setting(name, spec) for name, spec in SPECS.items()],
    )


def _ruleset(rules: RuleSet) -> RuleSetInfo:
    everything = rules.settings(_extra_cards(rules))
    deck = Counter(FACE[card].id for card in rules.deck(everything, DECK_OF))
    return RuleSetInfo(
        id=rules.id,
        label=dict(rules.label),
        defaults=dict(rules.defaults),
        points={face: rules.points(FACES[face]) for face in deck},
        deck=dict(deck),
        values={name: Values(list(values)) for name, values in rules.values.items()},
    )


def _extra_cards(rules: RuleSet) -> dict[str, str]:
    """Cards that the host may add are in the catalogue's deck too: a client must be able to draw them."""
    return {name: "on" for name in ("shuffle_hands", "blank_wilds") if name in rules.defaults}


def _setting(name: str, spec: Spec) -> SettingInfo:
    label, text = TEXTS[name]
    return SettingInfo(
        id=name,
        kind=spec.kind,
        label=label,
        help=text,
        values=list(spec.values),
        min=spec.min,
        max=spec.max,
        zero=spec.zero,
    )
