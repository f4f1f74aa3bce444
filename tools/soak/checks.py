"""A game watched: every promise after every command, the dear ones after some of them."""

import random

from services.game.engine import Room, evolve
from tools.soak import legality, secrecy, soundness
from tools.soak.game import Plan, Step, steps
from tools.soak.violation import insist

# How often what costs as much as many commands is checked.
SOMETIMES = 0.1


class Watched:
    """Plays a plan and checks each step. `taken` counts the steps, `last` is the one at hand."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.taken = 0
        self.last: Step | None = None
        self._shadow = Room(code="SOAK2345")

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
            secrecy.keeps_secrets(room, step.now)
            secrecy.tells_no_secret(room, step.events, step.now)

    def _evolved(self, step: Step) -> None:
        """The events alone make the same room of a copy."""
        self._shadow.now = step.room.now
        for event in step.events:
            evolve(self._shadow, event)
        insist(self._shadow == step.room, "the events tell everything that changed")
