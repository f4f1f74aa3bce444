"""A player who does anything that their view allows, at random: knows the legal moves and nothing else."""

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

from services.game.engine import Room, commands, views
from services.game.engine.cards import COLOURS, colour_of
from services.game.engine.commands import Command
from services.game.engine.lobby import LEVELS
from services.game.engine.shapes import Choice, LegalPlay, SeatView
from services.game.engine.table import Circle, Duel

# How often each is done where it can be done: about as people play, so that games end and windows open and close.
PLAY = 0.95
CALL = 0.9
CATCH = 0.15
WRONG_CATCH = 0.001
TAKE_AN_OPTION = 0.8
ANSWER_RIGHT = 0.6

TURN_VERBS = ("draw", "pass", "take", "challenge", "colour", "answer", "circle", "skip")

# Verbs that need nothing but the seat.
_BARE: dict[str, type[Command]] = {
    "draw": commands.DrawCard,
    "pass": commands.PassTurn,
    "take": commands.TakeStack,
    "challenge": commands.ChallengeWild,
    "skip": commands.SkipSlowTurn,
    "agree": commands.AgreeToRule,
    "call": commands.CallLastCard,
    "leave": commands.LeaveRoom,
    "lobby": commands.ReturnToLobby,
}
_DEALS: dict[str, type[commands.Dealing]] = {
    "start": commands.StartGame,
    "next": commands.StartNextRound,
    "rematch": commands.StartRematch,
}
_SEED_BYTES = 32


def choose(room: Room, seat: str, now: int, rng: random.Random) -> Command | None:
    """What the seat does in a running round; None when it lets the moment pass."""
    view = views.seat_view(room, seat, now)
    if view.catches and rng.random() < CATCH:
        return commands.CatchPlayer(by=seat, seat=rng.choice(view.catches))
    if "call" in view.verbs and rng.random() < CALL:
        return commands.CallLastCard(by=seat)
    table = room.round
    if rng.random() < WRONG_CATCH and seat in table.hands and len(table.order) > 1:
        return commands.CatchPlayer(by=seat, seat=rng.choice([other for other in table.order if other != seat]))
    if view.plays and rng.random() < PLAY:
        return played(view, rng.choice(view.plays), table.turn_number, rng)
    turn = [verb for verb in view.verbs if verb in TURN_VERBS]
    return spoken(room, seat, rng.choice(turn), rng) if turn else None


def spoken(room: Room, seat: str, verb: str, rng: random.Random) -> Command:
    """A listed verb with what it needs besides."""
    if verb in _BARE:
        return _BARE[verb](by=seat)
    if verb in _DEALS:
        return _DEALS[verb](by=seat, seed=rng.randbytes(_SEED_BYTES))
    if verb not in _SPOKEN:
        raise AssertionError(f"the view lists {verb}, which is no verb")
    return _SPOKEN[verb](room, seat, rng)


def played(view: SeatView, play: LegalPlay, turn: int, rng: random.Random) -> commands.PlayCard:
    """The play with choices from those listed; what may be left out sometimes is."""
    made = dict(_chosen(play.choices, rng))
    for choice in play.choices:
        if choice.kind == "extra" and rng.random() < TAKE_AN_OPTION:
            made |= _extra(choice, made["colour"], rng)
    return commands.PlayCard(by=view.seat, turn=turn, card=play.card, **made)


def _chosen(choices: list[Choice], rng: random.Random) -> Iterator[tuple[str, Any]]:
    for choice in choices:
        if choice.kind == "extra" or (choice.optional and rng.random() > TAKE_AN_OPTION):
            continue
        if choice.kind == "give":
            yield "give", tuple(rng.sample(choice.options, choice.count))
        else:
            yield choice.kind, rng.choice(choice.options)


def _extra(choice: Choice, colour: str, rng: random.Random) -> dict[str, Any]:
    """An extra card of the colour just chosen, or a wild (ZC-17)."""
    fitting = [play for play in choice.extras if colour_of(play.card) in ("", colour)]
    if not fitting:
        return {}
    play = rng.choice(fitting)
    return {"extra": play.card, **{f"extra_{kind}": value for kind, value in _chosen(play.choices, rng)}}


def _answer(room: Room, rng: random.Random) -> str:
    pending = room.table.pending if room.table else None
    right = isinstance(pending, Duel) and rng.random() < ANSWER_RIGHT
    return str(pending.solution) if right and isinstance(pending, Duel) else str(rng.randint(-20, 100))


def _stroke(rng: random.Random) -> tuple[float, ...]:
    """Part of a wobbly circle, in the whole numbers that a client sends."""
    points = rng.randint(8, 60)
    turn = 2 * math.pi * rng.uniform(0.3, 1.1)
    angles = (turn * at / points for at in range(points))
    radii = (rng.uniform(200, 300) for _ in range(points))
    spokes = zip(angles, radii, strict=False)
    return tuple(float(round(500 + r * part)) for a, r in spokes for part in (math.cos(a), math.sin(a)))


def _kick(room: Room, seat: str, rng: random.Random) -> Command:
    others = [other.seat for other in room.seated() if other.seat != seat]
    return commands.KickPlayer(by=seat, seat=rng.choice(others))


# Verbs that need something besides, whatever fits.
_SPOKEN: dict[str, Callable[[Room, str, random.Random], Command]] = {
    "colour": lambda _, seat, rng: commands.ChooseColour(by=seat, colour=rng.choice(COLOURS)),
    "answer": lambda room, seat, rng: commands.AnswerDuel(by=seat, answer=_answer(room, rng)),
    "circle": lambda _, seat, rng: commands.HandInStroke(by=seat, points=_stroke(rng)),
    "bot": lambda _, seat, rng: commands.AddBot(by=seat, level=rng.choice(LEVELS)),
    "set": lambda _, seat, rng: commands.ChangeSettings(by=seat, changes={"public": rng.choice(["on", "off"])}),
    "kick": _kick,
}


def waited_for(room: Room) -> list[str]:
    """The seats that the running round waits for."""
    table = room.round
    if isinstance(table.pending, Duel):
        return [seat for seat in (table.pending.by, table.pending.against) if seat not in table.out]
    if isinstance(table.pending, Circle):
        done = {stroke.seat for stroke in table.pending.strokes}
        return [seat for seat in table.playing() if seat not in done]
    return [table.turn]
