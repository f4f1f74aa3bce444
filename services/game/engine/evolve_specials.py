"""What events do where hands move, specials work, storms burst and minigames run."""

from services.game.engine import events
from services.game.engine.evolves import evolves
from services.game.engine.hands import changed
from services.game.engine.reveals import reveal
from services.game.engine.room import Room
from services.game.engine.table import Bomb, Circle, Duel, Reveal

MINIGAME_MS = 10_000


@evolves(events.HandsSwapped)
def _hands_swapped(room: Room, event: events.HandsSwapped) -> None:
    hands = room.round.hands
    hands[event.seat], hands[event.target] = hands[event.target], hands[event.seat]
    changed(room.round, event.seat, event.target)


@evolves(events.HandsMoved)
def _hands_moved(room: Room, event: events.HandsMoved) -> None:
    table = room.round
    before = dict(table.hands)
    for seat in table.playing():
        table.hands[table.after(seat, event.direction)] = before[seat]
    changed(table, *table.playing())


@evolves(events.HandsShuffled)
def _hands_shuffled(room: Room, event: events.HandsShuffled) -> None:
    table = room.round
    table.counter = event.counter
    seats = [event.first, *table.others(event.first)]
    for at, seat in enumerate(seats):
        table.hands[seat] = event.order[at :: len(seats)]
    changed(table, *seats)


@evolves(events.CardsGiven)
def _cards_given(room: Room, event: events.CardsGiven) -> None:
    table = room.round
    for card in event.cards:
        table.hands[event.seat].remove(card)
    table.hands[event.target] += event.cards
    changed(table, event.seat)
    changed(table, event.target)


@evolves(events.CardStolen)
def _card_stolen(room: Room, event: events.CardStolen) -> None:
    table = room.round
    table.counter = event.counter
    table.hands[event.target].remove(event.card)
    table.hands[event.by].append(event.card)
    changed(table, event.by)
    changed(table, event.target)


@evolves(events.HandReplaced)
def _hand_replaced(room: Room, event: events.HandReplaced) -> None:
    table = room.round
    table.counter = event.counter
    table.draw = list(event.order)
    table.hands[event.seat] = [table.draw.pop() for _ in range(event.count)]
    changed(table, event.seat)


@evolves(events.HandShown)
def _hand_shown(room: Room, event: events.HandShown) -> None:
    hand = list(room.round.hands[event.target])
    reveal(room, Reveal("xray", event.by, event.target, hand, event.until_ms))


@evolves(events.PlayerFrozen)
def _frozen(room: Room, event: events.PlayerFrozen) -> None:
    if event.seat not in room.round.frozen:
        room.round.frozen.append(event.seat)


@evolves(events.BombArmed)
def _bomb_armed(room: Room, event: events.BombArmed) -> None:
    room.round.bomb = Bomb(event.countdown, event.cards)


@evolves(events.BombTicked)
def _bomb_ticked(room: Room, event: events.BombTicked) -> None:
    if room.round.bomb is not None:
        room.round.bomb.countdown = event.countdown


@evolves(events.BombExploded)
def _bomb_exploded(room: Room, event: events.BombExploded) -> None:
    room.round.bomb = None


@evolves(events.PanicStarted)
def _panic_started(room: Room, event: events.PanicStarted) -> None:
    room.round.panic = event.turns
    room.round.panic_runs = False  # counted from the next turn's start (ZC-23)


@evolves(events.ChaosRaised)
def _chaos_raised(room: Room, event: events.ChaosRaised) -> None:
    room.round.chaos = event.chaos


@evolves(events.DuelStarted)
def _duel_started(room: Room, event: events.DuelStarted) -> None:
    table = room.round
    table.counter = event.counter
    table.turn_deadline = 0  # the turn clock stands still (ZC-16)
    deadline = room.now + MINIGAME_MS
    table.pending = Duel(event.by, event.against, event.sum, event.solution, deadline, event.resume)


@evolves(events.CircleStarted)
def _circle_started(room: Room, event: events.CircleStarted) -> None:
    room.round.turn_deadline = 0
    room.round.pending = Circle(event.by, room.now + MINIGAME_MS, event.resume)


@evolves(events.StrokeHandedIn)
def _stroke_handed_in(room: Room, event: events.StrokeHandedIn) -> None:
    if isinstance(room.round.pending, Circle):
        room.round.pending.strokes.append(event.stroke)


@evolves(events.DuelDecided)
def _duel_decided(room: Room, event: events.DuelDecided) -> None:
    room.round.pending = None


@evolves(events.CircleDecided)
def _circle_decided(room: Room, event: events.CircleDecided) -> None:
    table = room.round
    table.pending = None
    if event.cards:
        for card in event.cards:
            table.hands[event.best].remove(card)
        table.discard[-1:-1] = event.cards
        changed(table, event.best)


@evolves(events.CustomRuleDone)
def _custom_rule_done(room: Room, event: events.CustomRuleDone) -> None:
    """What it did has its own events."""
