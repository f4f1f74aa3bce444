"""The table: the state of one round, and who sits next to whom in it."""

import msgspec

from services.game.engine.cards import Card


class Stack(msgspec.Struct, tag="stack", omit_defaults=True):
    """A draw penalty aimed at the turn player."""

    cards: int
    by: str  # who aimed it; empty when they have left
    last: str  # the face of the last draw card on it (ZC-08)


class Challenge(msgspec.Struct, tag="challenge", omit_defaults=True):
    """A Wild +4 that the turn player may challenge or take (CL-11)."""

    cards: int
    by: str  # the attacker; empty when they have left: then it can only be taken
    last: str
    guilty: bool
    hand: list[Card]  # the attacker's, as it was when the card was played


class ColourOwed(msgspec.Struct, tag="colour", omit_defaults=True):
    """The turn player has to name a colour, for a start card or after a Wild Swap."""

    resume: str  # who is on turn afterwards
    start: bool = False  # the start card's: a normal turn follows


class Duel(msgspec.Struct, tag="duel", omit_defaults=True):
    """Two players work out the same sum; the first answer decides (ZC-14)."""

    by: str
    against: str
    sum: str
    solution: int
    deadline: int
    resume: str


class Stroke(msgspec.Struct, omit_defaults=True):
    """A circle as handed in: its score in permille, and enough of it to show."""

    seat: str
    permille: int
    points: list[int]


class Circle(msgspec.Struct, tag="circle", omit_defaults=True):
    """Everybody draws a circle (ZC-15)."""

    by: str
    deadline: int
    resume: str
    strokes: list[Stroke] = []  # in order of arrival


Pending = Stack | Challenge | ColourOwed | Duel | Circle


class Bomb(msgspec.Struct, omit_defaults=True):
    """A time bomb on the discard pile (ZC-19)."""

    countdown: int
    cards: int


class Reveal(msgspec.Struct, omit_defaults=True):
    """A hand that one seat alone is shown until `until` ms (ZC-20, CL-12)."""

    kind: str
    to: str
    seat: str
    hand: list[Card]
    until: int


class Result(msgspec.Struct, omit_defaults=True):
    """How the round ended: hands as they were left, points it gave."""

    winner: str
    reason: str
    hands: dict[str, list[Card]]
    points: dict[str, int]
    game_winner: str = ""
    scores: dict[str, int] = {}


class Table(msgspec.Struct, omit_defaults=True):
    """One round. Times are ms; the piles' last card is the next to draw and the top."""

    round: int
    seed: bytes
    order: list[str]  # the seats dealt to, clockwise
    counter: int = 0  # of the generator: words drawn so far
    hands: dict[str, list[Card]] = {}
    draw: list[Card] = []
    discard: list[Card] = []
    colour: str = ""
    direction: int = 1
    dealer: str = ""
    turn: str = ""
    turn_number: int = 0
    turn_started: int = 0
    turn_deadline: int = 0  # 0: no clock runs
    pending: Pending | None = None
    has_drawn: bool = False  # the turn player has drawn by choice
    drawn: Card = ""  # … and this card of it may be played (COM-04)
    out: dict[str, str] = {}  # seat → "left" or "knocked_out"
    called: list[str] = []
    closed: list[str] = []  # holds one card, but the catch window is over (COM-16)
    caught: dict[str, int] = {}  # seat → when last caught
    covered: Card = ""  # what the top covered, and when (ZC-32)
    covered_at: int = 0
    passed: int = 0  # turns in a row passed with nothing to draw (COM-08)
    frozen: list[str] = []
    bomb: Bomb | None = None
    chaos: int = 0
    panic: int = 0  # turns of 2 s left, the running one counted
    panic_runs: bool = False  # the running turn is one of them
    reveals: list[Reveal] = []
    slow: bool = False  # the turn has taken long enough to be skipped (MC-16)
    asked_at: int = 0  # when a bot was last asked again
    lacks: dict[str, dict[str, int]] = {}  # seat → colour it drew on → cards that came later (memory.py)
    shown: dict[str, dict[str, list[Card]]] = {}  # seat → another → cards it knows them to hold (memory.py)
    result: Result | None = None
    # What the next storm will be; only scenarios set it.
    storm: str = ""

    def playing(self) -> list[str]:
        """The seats still in the round, clockwise."""
        return [seat for seat in self.order if seat not in self.out] if self.out else self.order

    def after(self, seat: str, direction: int = 0) -> str:
        """The next seat still in, in the given or current direction; it may be the seat itself."""
        order = self.order
        step = direction or self.direction
        at = order.index(seat)
        for _ in order:
            at = (at + step) % len(order)
            if order[at] not in self.out:
                break
        return order[at]

    def others(self, seat: str) -> list[str]:
        """The seats still in from the next one on, in the direction of play, without `seat`."""
        found = []
        at = self.after(seat)
        while at != seat and at not in found:
            found.append(at)
            at = self.after(at)
        return found
