"""Worlds: rooms as they may be, from what a seat sees and remembers. The unseen cards are dealt anew in each."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from random import Random

from services.bots.levels.sight import Sight
from services.game.engine.cards import Card, bare, colour_of
from services.game.engine.room import Room, Seat
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import Settings, change
from services.game.engine.table import Bomb, Challenge, Pending, Stack, Table

_SEED_BYTES = 32
# Who draws by choice holds nothing that fits, so often.
_DRAWS_IN_NEED = 0.85
# Who could have followed the colour plays a Wild +4 all the same, so often against who could not (CL-11).
_BLUFFERS = 0.3
_TRIES = 4


class Worlds:
    """All worlds that one sight allows, each as likely as the cards and what is known of hands make it."""

    def __init__(self, sight: Sight, rng: Random) -> None:
        self._sight = sight
        self._rng = rng
        self._rules = RULESETS[sight.room.ruleset]
        self._settings = change(Settings(), sight.room.settings, self._rules.specs)
        self._discard = list(sight.memory.discard or sight.table.discard)
        others = [seat for seat in sight.table.seats if seat.seat != sight.me]
        held = {seat.seat: seat.cards for seat in others}
        self._known = {seat: list(sight.memory.shown.get(seat, ()))[:cards] for seat, cards in held.items()}
        self._missing = {seat: cards - len(self._known[seat]) for seat, cards in held.items()}

    @cached_property
    def _unseen(self) -> list[Card]:
        """In hands, the draw pile, and where the memory does not reach, the discard pile."""
        deck = Counter(self._rules.deck(self._settings, len(self._sight.table.seats)))
        deck.subtract(self._sight.hand)
        deck.subtract(bare(card) for card in self._discard)
        for cards in self._known.values():
            deck.subtract(cards)
        return list(deck.elements())

    def deal(self) -> Room:
        """One of them; a bluff in it, where one is in question, as rarely as people bluff."""
        world = self._deal()
        for _ in range(_TRIES):
            pending = world.round.pending
            if not isinstance(pending, Challenge) or not pending.guilty or self._rng.random() < _BLUFFERS:
                break
            world = self._deal()
        return world

    def _deal(self) -> Room:
        sight, rng = self._sight, self._rng
        # A shuffle too, and three times as fast as the generator's own.
        chance = rng.random
        unseen = sorted(self._unseen, key=lambda _: chance())
        hands = {seat.seat: list(sight.hand) if seat.seat == sight.me else [] for seat in sight.table.seats}
        # Those of whom most is known first: the others can hold what is left.
        for seat in sorted(self._missing, key=lambda seat: not sight.memory.lacks.get(seat)):
            lacks = sight.memory.lacks.get(seat, {})
            honest = lacks and rng.random() < _DRAWS_IN_NEED
            taken = _taken(unseen, self._missing[seat], lacks if honest else {})
            hands[seat] = self._known[seat] + taken
        hidden = max(sight.table.discard_count - len(self._discard), 0)
        buried, pile = unseen[:hidden], unseen[hidden:]
        return Room(
            code="",
            ruleset=sight.room.ruleset,
            phase="playing",
            settings=self._settings,
            custom_rule=sight.room.custom_rule,
            seats=[Seat(seat.seat, "", bot="search", connected=True) for seat in sight.table.seats],
            table=self._table(hands, buried + self._discard, pile),
        )

    def _table(self, hands: dict[str, list[Card]], discard: list[Card], pile: list[Card]) -> Table:
        sight, seen = self._sight, self._sight.table
        return Table(
            round=seen.round,
            seed=self._rng.randbytes(_SEED_BYTES),
            order=list(hands),
            hands=hands,
            draw=pile,
            discard=discard,
            colour=seen.colour,
            direction=seen.direction,
            dealer=seen.dealer,
            turn=seen.turn,
            turn_number=seen.turn_number,
            pending=self._pending(hands),
            has_drawn=sight.my_turn and seen.stack is None and not sight.may("draw"),
            drawn=sight.seat.drawn,
            out={seat.seat: seat.out for seat in seen.seats if seat.out},
            called=[seat.seat for seat in seen.seats if seat.called],
            frozen=[seat.seat for seat in seen.seats if seat.frozen],
            bomb=Bomb(seen.bomb.countdown, seen.bomb.cards) if seen.bomb else None,
            chaos=seen.chaos,
            panic=seen.panic,
        )

    def _pending(self, hands: Mapping[str, list[Card]]) -> Pending | None:
        stack = self._sight.table.stack
        if stack is None:
            return None
        if self._sight.table.phase != "challenge":
            return Stack(stack.cards, stack.by, stack.last)
        hand = hands.get(stack.by, [])
        followed = colour_of(self._discard[-2]) if len(self._discard) > 1 else ""
        return Challenge(stack.cards, stack.by, stack.last, any(card[0] == followed for card in hand), list(hand))


def _taken(unseen: list[Card], count: int, lacks: Mapping[str, int]) -> list[Card]:
    """Takes cards off the end of `unseen`: of colours that are lacked no more than came later, if it can be helped."""
    if not lacks:
        taken = unseen[len(unseen) - count :] if count else []
        del unseen[len(unseen) - len(taken) :]
        return taken
    room = dict(lacks)
    kept: list[Card] = []
    passed: list[Card] = []
    while unseen and len(kept) < count:
        card = unseen.pop()
        left = room.get(card[0])
        if left == 0:
            passed.append(card)
            continue
        if left is not None:
            room[card[0]] = left - 1
        kept.append(card)
    short = count - len(kept)
    kept += passed[:short]
    unseen += passed[short:]
    return kept
