"""What a load player does: random among what its view allows, in about the shares that people show."""

import math
import random
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tools.load.frames import Choice, LegalPlay, Seat, Table

Command: TypeAlias = Mapping[str, object]

# Tried in this order: between rounds the table waits for these.
ROOM_VERBS = ("agree", "start", "next", "rematch")
_TURN_VERBS = ("draw", "pass", "take", "challenge")
_DRAW_ALTHOUGH_PLAYABLE = 0.05
_CALL = 0.8
_CATCH = 0.5
_JUMP_IN = 0.5
_SUM = re.compile(r"(\d+) (\S) (\d+)")


def choose(seat: Seat, table: Table, rng: random.Random) -> Command | None:
    """The next command as `gateway.v1` has it; None when there is nothing to do."""
    verbs = seat.verbs
    for verb in ROOM_VERBS:
        if verb in verbs:
            return {verb: {}}
    if "answer" in verbs:
        return {"answer": {"answer": _solve(table.duel.sum if table.duel else "")}}
    if "circle" in verbs:
        return {"circle": {"points": _stroke(rng)}}
    if "colour" in verbs:
        return _bound(table, {"colour": {"colour": rng.choice("rygb")}})
    if seat.catches and rng.random() < _CATCH:
        return {"catch": {"seat": rng.choice(seat.catches)}}
    if "call" in verbs and (len(seat.hand) == 1 or seat.plays) and rng.random() < _CALL:
        return {"call": {}}
    return _turn(seat, table, rng)


def _turn(seat: Seat, table: Table, rng: random.Random) -> Command | None:
    others = [verb for verb in _TURN_VERBS if verb in seat.verbs]
    if not others and table.turn != seat.seat and rng.random() > _JUMP_IN:
        return None
    if seat.plays and not (others and rng.random() < _DRAW_ALTHOUGH_PLAYABLE):
        return _bound(table, {"play": _play(rng.choice(seat.plays), rng)})
    return _bound(table, {rng.choice(others): {}}) if others else None


def _bound(table: Table, command: dict[str, object]) -> Command:
    return {"turn": table.turn_number, **command}


def _play(play: LegalPlay, rng: random.Random) -> dict[str, object]:
    made: dict[str, object] = {"card": play.card}
    for choice in play.choices:
        if choice.kind == "extra":
            made |= _extra(choice, str(made["colour"]), rng)
        else:
            made |= _pick(choice, rng)
    return made


def _extra(choice: Choice, colour: str, rng: random.Random) -> dict[str, object]:
    """The extra of a Colour+1 must be of the colour just chosen, or a wild."""
    fitting = [play for play in choice.extras if not play.colours or colour in play.colours]
    if not fitting:
        return {}
    play = rng.choice(fitting)
    picked: dict[str, object] = {"extra": play.card}
    for inner in play.choices:
        picked |= {f"extra{kind.capitalize()}": value for kind, value in _pick(inner, rng).items()}
    return picked


def _pick(choice: Choice, rng: random.Random) -> dict[str, object]:
    if choice.kind == "give":
        return {"give": rng.sample(choice.options, choice.count)}
    return {choice.kind: rng.choice(choice.options)} if choice.options else {}


def _solve(text: str) -> str:
    """A duel's sum, "7 × 8"; "0" for what cannot be read."""
    if (found := _SUM.fullmatch(text)) is None:
        return "0"
    left, sign, right = int(found[1]), found[2], int(found[3])
    return str({"+": left + right, "-": left - right, "−": left - right, "×": left * right}.get(sign, 0))


def _stroke(rng: random.Random) -> Sequence[int]:
    """Sixteen points of a circle of some size, x and y in turn."""
    radius = rng.randint(200, 400)
    corners = (2 * math.pi * step / 16 for step in range(17))
    return [round(500 + radius * part) for angle in corners for part in (math.cos(angle), math.sin(angle))]
