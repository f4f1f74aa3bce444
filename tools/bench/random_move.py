"""A uniformly random legal move, from a seat's view."""

import random
from collections.abc import Callable, Sequence

from services.game.engine import commands
from services.game.engine.cards import COLOURS, Card
from services.game.engine.faces import FACE
from services.game.engine.shapes import Choice, LegalPlay, SeatView

_TURN: dict[str, Callable[..., commands.Command]] = {
    "draw": commands.DrawCard,
    "pass": commands.PassTurn,
    "take": commands.TakeStack,
    "challenge": commands.ChallengeWild,
}
# An octagon: the roundest circle that the fewest points allowed make.
_STROKE = (800, 500, 712, 712, 500, 800, 288, 712, 200, 500, 288, 288, 500, 200, 712, 288)


def random_move(view: SeatView, turn: int, rng: random.Random) -> commands.Command:
    """Of the plays and the turn's other verbs one, with every choice made at random."""
    verbs = [verb for verb in view.verbs if verb in _TURN]
    pick = int(rng.random() * (len(view.plays) + len(verbs))) if view.plays or verbs else -1
    if pick >= len(view.plays):
        return _TURN[verbs[pick - len(view.plays)]](by=view.seat, turn=turn)
    if pick >= 0:
        return _play(view.seat, turn, view.plays[pick], rng)
    if "answer" in view.verbs:
        return commands.AnswerDuel(by=view.seat, answer="0")
    if "circle" in view.verbs:
        return commands.HandInStroke(by=view.seat, points=_STROKE)
    return commands.ChooseColour(by=view.seat, turn=turn, colour=rng.choice(COLOURS))


def _play(seat: str, turn: int, play: LegalPlay, rng: random.Random) -> commands.PlayCard:
    choices = play.choices
    if not choices:
        return commands.PlayCard(by=seat, turn=turn, card=play.card)
    made: dict[str, str | Sequence[Card]] = {}
    for choice in choices:
        if choice.kind == "extra":
            made |= _extra(choice, str(made["colour"]), rng)
        else:
            made[choice.kind] = _pick(choice, rng)
    return commands.PlayCard(by=seat, turn=turn, card=play.card, **made)  # type: ignore[arg-type]  # by kind


def _extra(choice: Choice, colour: str, rng: random.Random) -> dict[str, str | Sequence[Card]]:
    """Of the colour just chosen, or a wild (ZC-17)."""
    fitting = [play for play in choice.extras if play.card[0] == colour or FACE[play.card].wild]
    if not fitting:
        return {}
    play = rng.choice(fitting)
    return {"extra": play.card, **{f"extra_{inner.kind}": _pick(inner, rng) for inner in play.choices}}


def _pick(choice: Choice, rng: random.Random) -> str | tuple[Card, ...]:
    if choice.kind == "give":
        return tuple(rng.sample(choice.options, choice.count))
    return rng.choice(choice.options)
