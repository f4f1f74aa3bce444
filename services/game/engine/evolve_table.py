"""What events do to the round's table."""

from services.game.engine import events
from services.game.engine.cards import bare, colour_of
from services.game.engine.evolves import evolves
from services.game.engine.faces import FACE
from services.game.engine.hands import changed
from services.game.engine.reveals import REVEAL_MS, reveal
from services.game.engine.room import Room
from services.game.engine.table import Challenge, ColourOwed, Result, Reveal, Stack

PANIC_TURN_MS = 2000


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
        wild = table.pending
        reveal(room, Reveal("challenge", event.challenger, event.attacker, wild.hand, room.now + REVEAL_MS))
    table.pending = None


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
