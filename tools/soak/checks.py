"""A game watched: every promise after every command, the dear ones after some of them."""

import random

from services.game.engine import Room, evolve
from tools.soak import legality, secrecy, soundness
from tools.soak.game import Plan, Step, steps
from tools.soak.pairs import Pair
from tools.soak.violation import insist

# How often what costs as much as many commands is checked: after so many of them, in so many games.
SOMETIMES = 0.05
PAIRED = 0.03
# So many seats' views are checked each time, besides what everyone sees.
READERS = 2


class Watched:
    """Plays a plan and checks each step. `taken` counts the steps, `last` is the one at hand."""

    def __init__(self, plan: Plan, paired: float = PAIRED) -> None:
        """`paired`: the chance that this game is one of those which twins are played along with."""
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.taken = 0
        self.last: Step | None = None
        self._shadow = Room(code="SOAK2345")
        self._paired = self.rng.random() < paired
        self.pairs = 0
        """How many twins were compared with at all."""
        self._pair: Pair | None = None

    def play(self) -> None:
        """To the game's end. Raises what the first broken promise raises."""
        for step in steps(self.plan):
            self.taken += 1
            self.last = step
            self._check(step)

    def _check(self, step: Step) -> None:
        room, rng = step.room, self.rng
        soundness.conserved(room)
        soundness.sound(room)
        self._evolved(step)
        if rng.random() < SOMETIMES:
            self._shadow = soundness.stored(room)
            soundness.settles(room)
        seats = [seat.seat for seat in room.seated()]
        if seats and not room.closed and rng.random() < SOMETIMES:
            seat = rng.choice(seats)
            legality.accepts_what_it_lists(room, seat, step.now, rng)
            legality.refuses_the_rest(room, seat, step.now, rng)
        if rng.random() < SOMETIMES:
            readers = secrecy.readers(room, rng, READERS)
            secrecy.keeps_secrets(room, readers, step.now)
            secrecy.tells_no_secret(room, step.events, readers, step.now)
        if self._paired:
            self._follow(step)

    def _evolved(self, step: Step) -> None:
        """The events alone make the same room of a copy."""
        self._shadow.now = step.room.now
        for event in step.events:
            evolve(self._shadow, event)
        insist(self._shadow == step.room, "the events tell everything that changed")

    def _follow(self, step: Step) -> None:
        """Plays a twin along that differs in hidden cards; once it comes apart, another one."""
        if self._pair is not None:
            new = not self._pair.compared
            together = self._pair.follow(step)
            self.pairs += new and self._pair.compared > 0
            if not together:
                self._pair = None
        if self._pair is None and step.room.phase == "playing":
            self._pair = Pair(step.room, self.rng)
