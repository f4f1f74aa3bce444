"""What events do to the round's table."""

from services.game.engine import events
from services.game.engine.cards import bare, colour_of
from services.game.engine.evolves import evolves
from services.game.engine.faces import FACE
from services.game.engine.hands import changed, exchanged
from services.game.engine.room import Room
from services.game.engine.table import Bomb, Challenge, Circle, ColourOwed, Duel, Result, Reveal, Stack

PANIC_TURN_MS = 2000
MINIGAME_MS = 10_000
REVEAL_MS = 6000


@evolves(events.DiceRolled)
@evolves(events.StarterDrawn)
@evolves(events.StormBurst)
def _counter_moved(room: Room, event: events.DiceRolled | events.StarterDrawn | events.StormBurst) -> None:
    room.round.counter = event.counter
    if isinstance(event, events.StormBurst):
        room.round.chaos = 0
        room.round.storm = ""


@evolves(events.DealerDrawn)
def _dealer_drawn(room: Room, event: events.DealerDrawn) -> None:
    room.round.counter = event.counter
    room.round.dealer = room.last_dealer = event.dealer


@evolves(events.DeckShuffled)
def _deck_shuffled(room: Room, event: events.DeckShuffled) -> None:
    room.round.counter = event.counter
    room.round.draw = list(event.order)


@evolves(events.HandsDealt)
def _hands_dealt(room: Room, event: events.HandsDealt) -> None:
    table = room.round
    first = table.order.index(event.first)
    dealt = table.order[first:] + table.order[:first]
    for _ in range(event.cards):
        for seat in dealt:
            table.hands[seat].append(table.draw.pop())


@evolves(events.StartCardTurned)
def _start_card_turned(room: Room, event: events.StartCardTurned) -> None:
    table = room.round
    for _ in event.put_back:
        table.draw.pop()
    table.discard.append(table.draw.pop())
    table.draw[:0] = reversed(event.put_back)
    table.colour = colour_of(event.card)


@evolves(events.TurnStarted)
def _turn_started(room: Room, event: events.TurnStarted) -> None:
    table = room.round
    table.turn = event.seat
    table.turn_number = event.number
    table.turn_started = table.asked_at = room.now
    table.has_drawn = table.slow = False
    table.drawn = ""
    if table.panic_runs:
        table.panic -= 1
    table.panic_runs = table.panic > 0
    limit = PANIC_TURN_MS if table.panic_runs else room.settings.turn_timer_s * 1000
    table.turn_deadline = room.now + limit if limit else 0
    if table.called:  # a call made before playing does not outlive the turn without a play
        table.called = [seat for seat in table.called if len(table.hands[seat]) == 1]


@evolves(events.TurnMissed)
def _turn_missed(room: Room, event: events.TurnMissed) -> None:
    if event.reason == "freeze":
        room.round.frozen.remove(event.seat)


@evolves(events.TurnPassed)
def _turn_passed(room: Room, event: events.TurnPassed) -> None:
    table = room.round
    table.passed = table.passed + 1 if event.reason == "nothing_to_draw" else 0


@evolves(events.CardPlayed)
def _card_played(room: Room, event: events.CardPlayed) -> None:
    table = room.round
    hand = table.hands[event.seat]
    hand.remove(bare(event.card))
    for card in event.under:
        hand.remove(card)
    table.covered, table.covered_at = table.discard[-1], room.now
    if event.under:
        table.discard += event.under
    table.discard.append(event.card)
    top = event.card
    if event.extra:
        hand.remove(bare(event.extra))
        table.discard.append(event.extra)
        top = event.extra
    table.colour = colour_of(top)
    table.has_drawn = False
    table.drawn = ""
    table.passed = 0
    if len(hand) == 1:  # a call made before playing holds; the catch window opens (COM-16)
        if table.closed and event.seat in table.closed:
            table.closed.remove(event.seat)
    elif table.called or table.closed:
        changed(table, event.seat)


@evolves(events.CardsDrawn)
def _cards_drawn(room: Room, event: events.CardsDrawn) -> None:
    table = room.round
    if not event.count:
        return
    del table.draw[-event.count :]
    table.hands[event.seat] += event.cards
    table.passed = 0
    if event.reason in ("choice", "auto") and event.seat == table.turn:
        table.has_drawn = True
    if table.called or table.closed:
        changed(table, event.seat)


@evolves(events.DrawnCardPlayable)
def _drawn_playable(room: Room, event: events.DrawnCardPlayable) -> None:
    room.round.drawn = event.card


@evolves(events.PileRecycled)
def _pile_recycled(room: Room, event: events.PileRecycled) -> None:
    table = room.round
    table.counter = event.counter
    table.draw = list(event.order)
    del table.discard[:-1]


@evolves(events.DirectionTurned)
def _direction_turned(room: Room, event: events.DirectionTurned) -> None:
    room.round.direction = event.direction


@evolves(events.ColourAsked)
def _colour_asked(room: Room, event: events.ColourAsked) -> None:
    room.round.pending = ColourOwed(event.resume, event.start)


@evolves(events.ColourChosen)
def _colour_chosen(room: Room, event: events.ColourChosen) -> None:
    table = room.round
    table.colour = event.colour
    if event.counter:
        table.counter = event.counter
    if isinstance(table.pending, ColourOwed):
        table.pending = None
        table.discard[-1] = f"{bare(table.discard[-1])}/{event.colour}"


@evolves(events.StackAimed)
def _stack_aimed(room: Room, event: events.StackAimed) -> None:
    room.round.pending = Stack(event.cards, event.by, event.last)


@evolves(events.StackCleared)
def _stack_cleared(room: Room, event: events.StackCleared) -> None:
    room.round.pending = None


@evolves(events.ChallengeOpened)
def _challenge_opened(room: Room, event: events.ChallengeOpened) -> None:
    table = room.round
    last = FACE[table.discard[-1]].id
    table.pending = Challenge(event.cards, event.attacker, last, event.guilty, list(event.hand))


@evolves(events.ChallengeDecided)
def _challenge_decided(room: Room, event: events.ChallengeDecided) -> None:
    table = room.round
    if isinstance(table.pending, Challenge):
        _reveal(room, Reveal("challenge", event.challenger, event.attacker, table.pending.hand, room.now + REVEAL_MS))
    table.pending = None


def _reveal(room: Room, reveal: Reveal) -> None:
    kept = [other for other in room.round.reveals if other.until > room.now and other.to != reveal.to]
    room.round.reveals = [*kept, reveal]


@evolves(events.HandReturned)
def _hand_returned(room: Room, event: events.HandReturned) -> None:
    table = room.round
    table.counter = event.counter
    table.hands[event.seat] = []
    table.draw = list(event.order)
    changed(table, event.seat)


@evolves(events.PlayerKnockedOut)
def _knocked_out(room: Room, event: events.PlayerKnockedOut) -> None:
    room.round.out[event.seat] = "knocked_out"


@evolves(events.LastCardCalled)
def _called(room: Room, event: events.LastCardCalled) -> None:
    room.round.called.append(event.seat)


@evolves(events.WindowsClosed)
def _windows_closed(room: Room, event: events.WindowsClosed) -> None:
    room.round.closed += event.seats


@evolves(events.PlayerCaught)
def _caught(room: Room, event: events.PlayerCaught) -> None:
    table = room.round
    table.caught[event.seat] = room.now
    table.closed.append(event.seat)  # should there be nothing to draw, once is enough


@evolves(events.CatchMissed)
def _catch_missed(room: Room, event: events.CatchMissed) -> None:
    """Only the card it costs changes anything."""


@evolves(events.HandsSwapped)
def _hands_swapped(room: Room, event: events.HandsSwapped) -> None:
    hands = room.round.hands
    hands[event.seat], hands[event.target] = hands[event.target], hands[event.seat]
    exchanged(room.round, event.seat, event.target)


@evolves(events.HandsMoved)
def _hands_moved(room: Room, event: events.HandsMoved) -> None:
    table = room.round
    before = dict(table.hands)
    for seat in table.playing():
        table.hands[table.after(seat, event.direction)] = before[seat]
    exchanged(table, *table.playing())


@evolves(events.HandsShuffled)
def _hands_shuffled(room: Room, event: events.HandsShuffled) -> None:
    table = room.round
    table.counter = event.counter
    seats = [event.first, *table.others(event.first)]
    for at, seat in enumerate(seats):
        table.hands[seat] = event.order[at :: len(seats)]
    exchanged(table, *seats)


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
    exchanged(table, event.seat)


@evolves(events.HandShown)
def _hand_shown(room: Room, event: events.HandShown) -> None:
    hand = list(room.round.hands[event.target])
    _reveal(room, Reveal("xray", event.by, event.target, hand, event.until_ms))


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


@evolves(events.BotAskedAgain)
def _bot_asked_again(room: Room, event: events.BotAskedAgain) -> None:
    room.round.asked_at = room.now


@evolves(events.SlowTurnNoticed)
def _slow_turn_noticed(room: Room, event: events.SlowTurnNoticed) -> None:
    room.round.slow = True


def end(room: Room, winner: str, reason: str, points: dict[str, int]) -> None:
    """The hands stay as they were left, for everyone to see (ZC-26 no longer hides them)."""
    table = room.round
    table.pending = None
    table.turn_deadline = 0
    table.has_drawn = False
    table.drawn = ""
    table.reveals = []
    table.result = Result(winner, reason, {seat: list(hand) for seat, hand in table.hands.items()}, points)
