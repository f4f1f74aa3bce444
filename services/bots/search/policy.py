"""How everybody plays in a play-out: a quick sketch of the normal level, with some chance in it."""

from collections.abc import Mapping, Sequence
from random import Random

from services.game.engine import legal
from services.game.engine.cards import COLOURS, Card
from services.game.engine.choices import gift_size
from services.game.engine.commands import AnswerDuel, ChallengeWild, PlayCard
from services.game.engine.faces import FACE, Face
from services.game.engine.minigames import circle, duel
from services.game.engine.play import challenge, draw_turn, end_turn, lay, name_colour, take_turn
from services.game.engine.room import Room
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack, Stroke, Table
from services.game.engine.turns import Flow

_SOLVES = 0.85
_CHALLENGES = 0.2
_CLOSE = 2


# How much somebody likes each card on this day, 0–1 a card: chance that is the same in every branch of a world, so
# that two branches differ by what was done in them and not by luck.
Taste = Mapping[Card, float]
_CARDS = tuple(card for card in FACE if "/" not in card)


def taste(rng: Random) -> Taste:
    return {card: rng.random() for card in _CARDS}


def step(room: Room, liked: Taste, rng: Random) -> Flow:
    """What happens next: the engine's own flow, entered past the checks, as only legal moves come to mind."""
    table = room.round
    pending = table.pending
    seat = table.turn
    if pending is not None:
        if isinstance(pending, Duel):
            by = pending.by if rng.random() < 0.5 else pending.against
            right = rng.random() < _SOLVES
            return duel.answer(room, AnswerDuel(by=by, answer=str(pending.solution if right else pending.solution + 1)))
        if isinstance(pending, Circle):
            pending.strokes = [Stroke(each, rng.randrange(500, 1000), []) for each in table.playing()]
            return circle.decide(room)
        if isinstance(pending, ColourOwed):
            return name_colour(room, seat, _colour(table.hands[seat], rng), "choice")
        if isinstance(pending, Challenge) and pending.by and rng.random() < _CHALLENGES:
            return challenge(room, ChallengeWild(by=seat))
    cards = legal.playable(room, seat)
    if cards:
        return lay(room, _play(room, seat, cards, liked, rng))
    if isinstance(pending, Stack | Challenge):
        return take_turn(room, seat)
    return end_turn(room, seat, "choice") if table.has_drawn else draw_turn(room, seat, "choice")


def _play(room: Room, seat: str, cards: Sequence[Card], liked: Taste, rng: Random) -> PlayCard:
    if len(cards) == 1:
        return complete(room, seat, cards[0], rng)
    table = room.round
    hand = table.hands[seat]
    held = dict.fromkeys(COLOURS, 0)
    for card in hand:
        if card[0] != "w":
            held[card[0]] += 1
    fewest = min(len(table.hands[other]) for other in table.playing() if other != seat)
    next_cards = len(table.hands[table.after(seat)])
    danger = 6.0 if next_cards <= _CLOSE else 1.0
    late = len(hand) <= 3 or fewest <= _CLOSE or table.pending is not None
    best, chosen = -1e9, cards[0]
    for card in cards:
        face = FACE[card]
        rated = liked[card] + _rate(room, face, len(hand), fewest, danger)
        if face.wild:
            rated -= 0.0 if late else 5.0
        else:
            rated += 0.8 * held[card[0]]
        if rated > best:
            best, chosen = rated, card
    return complete(room, seat, chosen, rng)


def _rate(room: Room, face: Face, cards: int, fewest: int, danger: float) -> float:
    if face.kind == "digit":
        if room.settings.seven_zero and face.id == "7":
            return 1.5 * (cards - 1 - fewest)
        return -2.0 if room.settings.no_action_finish and cards <= 3 else 0.1
    if face.draws:
        return danger + 0.3 * face.draws
    if face.id in ("swap", "wildswap"):
        return 1.5 * (cards - 1 - fewest)
    return danger if face.id in ("skip", "freeze", "skipall", "rev", "wildroulette") else 0.5


def complete(room: Room, seat: str, card: Card, rng: Random) -> PlayCard:
    """The card with its choices: the strongest colour, whoever has the fewest cards, the cheapest gift."""
    face = FACE[card]
    if not face.choices:
        return PlayCard(by=seat, card=card)
    table = room.round
    held = list(table.hands[seat])
    held.remove(card)
    colour = target = extra = ""
    give: tuple[Card, ...] = ()
    for need in face.needs(room, seat, card):
        if need in ("colour", "colour?"):
            colour = _colour(held, rng)
        elif need == "target":
            target = _target(table, face.targets(room, seat))
        elif need == "give":
            give = tuple(sorted(held, key=lambda each: FACE[each].wild)[: gift_size(held)])
        elif need == "extra?":
            extra = _extra(held, colour)
    return PlayCard(by=seat, card=card, colour=colour, target=target, give=give, extra=extra)


def _colour(hand: Sequence[Card], rng: Random) -> str:
    held = [card[0] for card in hand if card[0] != "w"]
    return max(held, key=held.count) if held else COLOURS[int(rng.random() * 4)]


def _target(table: Table, targets: Sequence[str]) -> str:
    return min(targets, key=lambda seat: len(table.hands[seat])) if targets else ""


def _extra(held: Sequence[Card], colour: str) -> Card:
    """Of the colour, one that asks for nothing more."""
    plain = [card for card in held if card[0] == colour and not FACE[card].choices]
    if len(held) == 1:
        plain = [card for card in plain if FACE[card].kind == "digit"]
    return plain[0] if plain else ""
