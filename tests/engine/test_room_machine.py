"""A room through anything that people do to it, in any order: Hypothesis looks for an order that breaks it."""

import random

import msgspec
import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from services.game.engine import Refused, Room, apply, commands, evolve, next_deadline
from services.game.engine.commands import Command
from services.game.engine.room import Seat
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import CustomRule
from tools.soak import secrecy, soundness
from tools.soak.game import START_MS
from tools.soak.plans import value
from tools.soak.player import choose, spoken, waited_for

PLAYERS = [f"player-{number}" for number in range(1, 13)]
RULE = CustomRule("Everybody else draws", "others_draw", 2)
players = st.sampled_from(PLAYERS)
numbers = st.integers(0, 9)
# Who asks: 0 for the host, else one of those seated.
asker = st.just(0) | numbers
chance = st.integers(0, 2**32).map(random.Random)


class RoomMachine(RuleBasedStateMachine):
    """Whatever is asked is accepted or refused; the room is sound after it, and nothing is left overdue."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Room(code="TEST2345")
        self.copy = Room(code="TEST2345")
        self.now = START_MS
        self.seeds = 0

    def ask(self, command: Command) -> bool:
        """Applies it, as a worker would that loads the room before and stores it after."""
        if isinstance(command, commands.Dealing | commands.CreateRoom):
            self.seeds += 1  # no two rounds have the same
            command = msgspec.structs.replace(command, seed=self.seeds.to_bytes(32, "big"))
        self.room = soundness.stored(self.room)
        before = soundness.encoded(self.room)
        try:
            happened = apply(self.room, command, self.now)
        except Refused:
            assert soundness.encoded(self.room) == before
            return False
        self.copy.now = self.room.now
        for event in happened:
            evolve(self.copy, event)
        secrecy.tells_no_secret(self.room, happened, secrecy.readers(self.room, random.Random(0), 1), self.now)
        return True

    @initialize(ruleset=st.sampled_from(sorted(RULESETS)), arrived=st.integers(1, 6), started=st.booleans())
    def create(self, ruleset: str, arrived: int, started: bool) -> None:
        assert self.ask(commands.CreateRoom(ruleset=ruleset, seed=b""))
        for player in PLAYERS[:arrived]:
            self.join(player)
        if started:
            self.start()

    def one_of(self, seats: list[Seat], number: int) -> Seat:
        assume(seats and not self.room.closed)
        return seats[number % len(seats)]

    def who(self, by: int) -> str:
        """Mostly the host, who may do most."""
        return self.one_of(self.room.seated(), by).seat if by else self.room.host

    @rule(player=players)
    def join(self, player: str) -> None:
        """And connects, where there was a seat."""
        if self.ask(commands.JoinRoom(player=player, name=player.title())) and (seat := self.room.seat_of(player)):
            assert self.ask(commands.ConnectPlayer(by=seat, gateway="gateway", connection=player))

    @rule(number=numbers)
    def leave(self, number: int) -> None:
        assert self.ask(commands.LeaveRoom(by=self.one_of(self.room.humans(), number).seat))

    @rule(player=players)
    def stop_waiting(self, player: str) -> None:
        self.ask(commands.LeaveRoom(player=player))

    @rule(by=asker, number=numbers)
    def kick(self, by: int, number: int) -> None:
        self.ask(commands.KickPlayer(by=self.who(by), seat=self.one_of(self.room.seated(), number).seat))

    @rule(number=numbers, connection=st.sampled_from(["1", "2"]))
    def connect(self, number: int, connection: str) -> None:
        seat = self.one_of(self.room.humans(), number).seat
        assert self.ask(commands.ConnectPlayer(by=seat, gateway="gateway", connection=connection))

    @rule(number=numbers)
    def lose_connection(self, number: int) -> None:
        held = self.one_of([seat for seat in self.room.humans() if seat.connected], number)
        lost = commands.DisconnectPlayer(by=held.seat, gateway=held.gateway, connection=held.connection)
        assert self.ask(lost)

    @rule(by=asker)
    def add_bot(self, by: int) -> None:
        self.ask(commands.AddBot(by=self.who(by), level="normal"))

    @precondition(lambda self: self.room.phase == "lobby")
    @rule(by=asker, rng=chance, ruleset=st.sampled_from(["", *sorted(RULESETS)]))
    def change_settings(self, by: int, rng: random.Random, ruleset: str) -> None:
        specs = RULESETS[ruleset or self.room.ruleset].specs
        changes = {name: value(specs[name], rng) for name in rng.sample(sorted(specs), 3)}
        self.ask(commands.ChangeSettings(by=self.who(by), changes=changes | ({"ruleset": ruleset} if ruleset else {})))

    @precondition(lambda self: self.room.phase == "lobby")
    @rule()
    def agree(self) -> None:
        self.ask(commands.ChangeSettings(by=self.room.host, custom_rule=RULE))
        for seat in self.room.humans():
            self.ask(commands.AgreeToRule(by=seat.seat))

    @precondition(lambda self: self.room.phase == "lobby")
    @rule()
    def start(self) -> None:
        if self.room.rules.plays_custom_rule(self.room.settings):
            self.agree()
        self.ask(commands.StartGame(by=self.room.host, seed=b""))

    @precondition(lambda self: self.room.phase in ("round_over", "game_over"))
    @rule(by=asker, verb=st.sampled_from(["next", "rematch", "lobby"]), rng=chance)
    def go_on(self, by: int, verb: str, rng: random.Random) -> None:
        self.ask(spoken(self.room, self.who(by), verb, rng))

    @precondition(lambda self: self.room.phase == "playing")
    @rule(rng=chance, moves=st.integers(1, 60))
    def play(self, rng: random.Random, moves: int) -> None:
        """Who is waited for acts, as far as their view lets them."""
        for _ in range(moves):
            if self.room.phase != "playing":
                return
            self.now += 700
            command = choose(self.room, rng.choice(waited_for(self.room)), self.now, rng)
            if command is not None:
                self.ask(command)
            self.time_passes(0)

    @rule(ms=st.sampled_from([1, 999, 1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 600_000]))
    def time_passes(self, ms: int) -> None:
        until = self.now + ms
        while (due := next_deadline(self.room)) is not None and due <= until and not self.room.closed:
            self.now = max(self.now, due)
            assert self.ask(commands.Expire())
        self.now = until

    @invariant()
    def holds_together(self) -> None:
        soundness.conserved(self.room)
        soundness.sound(self.room)
        soundness.settles(self.room)

    @invariant()
    def is_told_by_events(self) -> None:
        assert self.copy == self.room


@pytest.mark.timeout(600)  # a failure is made small for up to five minutes
@pytest.mark.rule("COM-20", "COM-21", "COM-22", "COM-23", "COM-24", "COM-30", "COM-31")
def test_a_room_survives_anything():
    run_state_machine_as_test(
        RoomMachine,
        settings=settings(max_examples=50, stateful_step_count=40, suppress_health_check=list(HealthCheck)),
    )
