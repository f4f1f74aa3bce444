"""Every setting there is: its values, how it is written, and the check of a change (COM-23, "Settings")."""

from collections.abc import Mapping

import msgspec

from services.game.engine.refusals import Refused

SPECIALS = (
    "mirror", "freeze", "swap", "duel", "circle", "colour1", "magnet", "bomb", "xray", "whirl", "gift", "panic",
)  # fmt: skip
EFFECTS = ("others_draw", "target_draws", "hands_move_on", "skip", "none")


class CustomRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """What Wild Custom does in this room (CL-15); `n` is cards or turns, 1–10."""

    text: str = ""
    effect: str = ""
    n: int = 0


class Settings(msgspec.Struct, omit_defaults=True):
    """The values in force. The defaults here mean "off"; each rule set gives its own."""

    public: bool = False
    max_players: int = 10
    start_hand: int = 7
    turn_timer_s: int = 0
    draw_rule: str = "one"
    target_score: int = 0
    stacking: str = "off"
    plus2_on_plus4: bool = False
    jump_in: bool = False
    chaos_meter: bool = False
    auto_draw: bool = False
    no_action_finish: bool = False
    no_pass: bool = False
    seven_zero: bool = False
    challenge: bool = False
    shuffle_hands: bool = False
    blank_wilds: bool = False
    scoring: str = "winner_takes"
    bot_takeover: bool = False
    # The specials that are switched off.
    without: list[str] = []


class Spec(msgspec.Struct, frozen=True):
    """How a setting may be set: "switch" on/off, "choice" of values, "range" min–max (`zero`: or 0 for off)."""

    kind: str
    values: tuple[str, ...] = ()
    min: int = 0
    max: int = 0
    zero: bool = False


SWITCH = Spec("switch", ("on", "off"))
SPECS: dict[str, Spec] = {
    "public": SWITCH,
    "max_players": Spec("range", min=2, max=10),
    "start_hand": Spec("choice", ("5", "7", "10")),
    "turn_timer_s": Spec("range", min=10, max=90, zero=True),
    "draw_rule": Spec("choice", ("one", "until_playable")),
    "target_score": Spec("choice", ("0", "200", "500")),
    "stacking": Spec("choice", ("off", "on", "equal_or_higher")),
    "plus2_on_plus4": SWITCH,
    "jump_in": SWITCH,
    "chaos_meter": SWITCH,
    "auto_draw": SWITCH,
    "no_action_finish": SWITCH,
    "no_pass": SWITCH,
    "seven_zero": SWITCH,
    "challenge": SWITCH,
    "shuffle_hands": SWITCH,
    "blank_wilds": SWITCH,
    "scoring": Spec("choice", ("winner_takes", "low_total")),
    "bot_takeover": SWITCH,
    **{f"specials.{name}": SWITCH for name in SPECIALS},
}
# In every rule set; the rest belong to the sets that name them.
COMMON = (
    "public", "max_players", "start_hand", "turn_timer_s", "draw_rule", "target_score", "stacking", "jump_in",
    "auto_draw", "no_action_finish", "no_pass", "seven_zero", "scoring", "bot_takeover",
)  # fmt: skip


def read(settings: Settings, name: str) -> str:
    """A setting's value as it is written on the wire: on/off, a number, or the choice itself."""
    if name.startswith("specials."):
        return "off" if name[len("specials.") :] in settings.without else "on"
    value = getattr(settings, name)
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def change(settings: Settings, changes: Mapping[str, str], specs: Mapping[str, Spec]) -> Settings:
    """The settings with all changes applied, or `bad_setting` naming the first that cannot be (nothing applied)."""
    changed = msgspec.structs.replace(settings, without=list(settings.without))
    for name, value in changes.items():
        if name not in specs or not _allowed(specs[name], value):
            raise Refused("bad_setting", setting=name)
        _write(changed, name, value)
    return changed


def _allowed(spec: Spec, value: str) -> bool:
    if spec.kind != "range":
        return value in spec.values
    if not (value.isascii() and value.isdigit() and len(value) <= 4) or (value[0] == "0" and value != "0"):
        return False
    return spec.min <= int(value) <= spec.max or (spec.zero and value == "0")


def _write(settings: Settings, name: str, value: str) -> None:
    if name.startswith("specials."):
        special = name[len("specials.") :]
        settings.without = [s for s in SPECIALS if (s in settings.without if s != special else value == "off")]
        return
    old = getattr(settings, name)
    if isinstance(old, bool):
        setattr(settings, name, value == "on")
    else:
        setattr(settings, name, int(value) if isinstance(old, int) else value)
