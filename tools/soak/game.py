"""One room from its creation to the end of a game: whose move it is, what time it gets, who comes and goes."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from services.game.engine import Refused, Room, apply, commands, next_deadline
from services.game.engine.commands import Command
from services.game.engine.events import Event, GameEnded
from services.game.engine.rounds import MIN_SEATED
from services.game.engine.settings import CustomRule
from tools.soak.player import choose, spoken, waited_for

START_MS = 1_000_000
SEED_BYTES = 32
# A game that takes so many commands does not end by itself. Players at random whose hands are swapped and shuffled on
# take up to 170,000 to a target of 500.
MAX_STEPS = 1_000_000
# How often somebody acts whom nobody waits for: to catch, to call, to jump in.
OUT_OF_TURN = 0.25
# How often a player takes their time, so that what is due falls due.
SLOW = 0.02
STAYS_EMPTY = 0.1
# How the host goes on, by the room's phase.
GO_ON = {"round_over": ("next",), "game_over": ("rematch", "lobby"), "lobby": ("start",)}


class Stuck(Exception):
    """The game does not end."""


@dataclass(frozen=True)
class Plan:
    """A game that can be played again: the same plan gives the same commands."""

    ruleset: str
    players: int
    seed: int
    settings: dict[str, str] = field(default_factory=dict)
    bots: int = 0
    # How often, per step, somebody comes, goes, or loses the connection.
    unrest: float = 0.0
    # So many games in the same room.
    games: int = 1


class Step(NamedTuple):
    """A command that was accepted, and what it did. `room` is changed by the next step."""

    room: Room
    command: Command
    now: int
    events: list[Event]


def steps(plan: Plan) -> Iterator[Step]:
    """Every step of the game. Raises `Stuck`; an engine that refuses what its views list raises `Refused`."""
    rng = random.Random(f"{plan.ruleset}:{plan.players}:{plan.seed}")
    playing = _Playing(plan, rng)
    yield from playing.opened()
    for _ in range(MAX_STEPS):
        if playing.room.closed or playing.is_over():
            return
        step = playing.step()
        if step is not None:
            yield step
    raise Stuck(f"not over after {MAX_STEPS} steps: {plan}")


class _Playing:
    def __init__(self, plan: Plan, rng: random.Random) -> None:
        self.plan = plan
        self.rng = rng
        self.room = Room(code="SOAK2345")
        self.now = START_MS
        self.arrived = 0
        self.games = 0

    def do(self, command: Command) -> Step:
        happened = apply(self.room, command, self.now)
        self.games += sum(isinstance(event, GameEnded) for event in happened)
        return Step(self.room, command, self.now, happened)

    def seed(self) -> bytes:
        return self.rng.randbytes(SEED_BYTES)

    def is_over(self) -> bool:
        return self.room.phase == "game_over" and self.games >= self.plan.games

    def opened(self) -> Iterator[Step]:
        """Creates the room, seats everybody, agrees on a custom rule where one is played, and starts."""
        plan = self.plan
        yield self.do(commands.CreateRoom(ruleset=plan.ruleset, seed=self.seed(), settings=plan.settings))
        for _ in range(plan.players - plan.bots):
            yield from self.arrive()
        for _ in range(plan.bots):
            yield self.do(spoken(self.room, self.room.host, "bot", self.rng))
        yield from self.agreed()
        yield self.do(commands.StartGame(by=self.room.host, seed=self.seed()))

    def arrive(self) -> Iterator[Step]:
        """Somebody new joins, and connects where there was a seat; not taken to its end, they sit there offline."""
        self.arrived += 1
        player = f"player-{self.arrived}"
        try:
            yield self.do(commands.JoinRoom(player=player, name=f"Player {self.arrived}"))
        except Refused:
            return  # no seat, no room to wait
        seat = self.room.seat_of(player)
        if seat:
            yield self.do(commands.ConnectPlayer(by=seat, gateway="gateway", connection=player))

    def agreed(self) -> Iterator[Step]:
        if not self.room.rules.plays_custom_rule(self.room.settings):
            return
        if self.room.custom_rule is None:
            effect = self.rng.choice(["others_draw", "target_draws", "hands_move_on", "skip", "none"])
            rule = CustomRule("A rule of ours", effect, self.rng.randint(1, 10))
            yield self.do(commands.ChangeSettings(by=self.room.host, custom_rule=rule))
        for seat in self.room.humans():
            if not seat.agreed:
                yield self.do(commands.AgreeToRule(by=seat.seat))

    def step(self) -> Step | None:
        """Time passes; what is due happens, or somebody comes or goes, or somebody acts; None: nobody did."""
        rng, room = self.rng, self.room
        self.now += rng.randint(10_000, 70_000) if rng.random() < SLOW else rng.randint(50, 1_500)
        if room.paused_at:
            return self.come_back()
        due = next_deadline(room)
        if due is not None and due <= self.now:
            return self.do(commands.Expire())
        if rng.random() < self.plan.unrest:
            return self.unrest()
        return self.act() if room.phase == "playing" else self.go_on()

    def act(self) -> Step | None:
        room, rng = self.room, self.rng
        seats = waited_for(room)
        if rng.random() < OUT_OF_TURN:
            seats = [seat.seat for seat in room.seated()]
        seat = room.at(rng.choice(seats))
        command = choose(room, seat.seat, self.now, rng) if seat.bot or seat.connected else None
        if command is None:
            return None
        try:
            return self.do(command)
        except Refused:
            if isinstance(command, commands.CatchPlayer):
                return None  # a wrong catch, where it costs nothing
            raise

    def go_on(self) -> Step | None:
        """The host goes on after a round or a game, or starts one from the lobby."""
        room, rng = self.room, self.rng
        if room.host == "" or not room.at(room.host).connected:
            return None
        verbs = GO_ON[room.phase]
        if len(room.seated()) < MIN_SEATED:
            if room.phase == "lobby":
                return next(self.arrive(), None)
            verbs = ("lobby",)
        if room.phase == "lobby" and (step := next(self.agreed(), None)):
            return step
        return self.do(spoken(room, room.host, rng.choice(verbs), rng))

    def come_back(self) -> Step | None:
        """Nobody is connected: mostly somebody comes back, else the room closes in the end."""
        if self.rng.random() < STAYS_EMPTY or not self.room.humans():
            self.now = max(self.now, next_deadline(self.room) or 0)
            return self.do(commands.Expire())
        seat = self.rng.choice(self.room.humans()).seat
        return self.do(commands.ConnectPlayer(by=seat, gateway="gateway", connection="again"))

    def unrest(self) -> Step | None:
        """Somebody leaves, is kicked, arrives, or loses or finds the connection."""
        room, rng = self.room, self.rng
        humans = room.humans()
        away = [seat for seat in humans if not seat.connected]
        there = [seat for seat in humans if seat.connected]
        what = rng.choice(["leave", "kick", "arrive", "lose", "lose", "find", "find"])
        if what == "arrive":
            return next(self.arrive(), None)
        if what == "find" and away:
            return self.do(commands.ConnectPlayer(by=rng.choice(away).seat, gateway="gateway", connection="again"))
        if what == "lose" and there:
            seat = rng.choice(there)
            lost = commands.DisconnectPlayer(by=seat.seat, gateway=seat.gateway, connection=seat.connection)
            return self.do(lost)
        if what == "leave" and len(there) > 1:
            return self.do(commands.LeaveRoom(by=rng.choice(there).seat))
        if what == "kick" and len(room.seated()) > MIN_SEATED and room.host:
            return self.do(spoken(room, room.host, "kick", rng))
        return None
