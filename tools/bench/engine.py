"""The engine alone: uniformly random legal play, the finding of the legal moves included, on one core."""

import gc
import random
import time
from collections.abc import Iterator
from typing import Any

from services.game.engine import Refused, Room, apply, commands, views
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import CustomRule
from services.game.engine.table import Circle, Duel
from tools.bench.random_move import random_move

_SEED_BYTES = 32
_MOVE_MS = 700
_WARM_UP_MOVES = 2_000
_NO_RULE = CustomRule(text="Everyone waves.", effect="none", n=1)


def measure(players: int, seconds: float) -> dict[str, Any]:
    """By rule set; each is played for `seconds`, with its default settings."""
    return {ruleset: _measure(ruleset, players, seconds) for ruleset in sorted(RULESETS)}


def _measure(ruleset: str, players: int, seconds: float) -> dict[str, Any]:
    play = _play(ruleset, players, random.Random(0))
    for _ in range(_WARM_UP_MOVES):
        next(play)
    gc.collect()
    moves = refused = 0
    # CPU time: whatever else runs on the core is no part of it.
    started = time.process_time()
    while time.process_time() - started < seconds:
        for _ in range(100):
            refused += not next(play)
        moves += 100
    taken = time.process_time() - started
    return {"moves_per_s": round(moves / taken), "us_per_move": round(taken / moves * 1e6, 1), "refused": refused}


def _play(ruleset: str, players: int, rng: random.Random) -> Iterator[bool]:
    """One move after the other for ever; says of each whether it was accepted, as legal ones must be."""
    room = opened(ruleset, players, rng)
    now = room.now
    while True:
        now += _MOVE_MS
        if room.phase != "playing":
            go_on = commands.StartNextRound if room.phase == "round_over" else commands.StartRematch
            apply(room, go_on(by=room.host, seed=rng.randbytes(_SEED_BYTES)), now)
            continue
        view = views.seat_view(room, owes(room), now)
        try:
            apply(room, random_move(view, room.round.turn_number, rng), now)
        except Refused:
            yield False
        else:
            yield True


def opened(ruleset: str, players: int, rng: random.Random) -> Room:
    """A room in its first round. Nothing is done that anybody's clock would do."""
    room = Room(code="BENCHMRK")
    apply(room, commands.CreateRoom(ruleset=ruleset, seed=rng.randbytes(_SEED_BYTES)), 1)
    for number in range(1, players + 1):
        apply(room, commands.JoinRoom(player=f"player {number}", name=f"Player {number}"), 1)
        apply(room, commands.ConnectPlayer(by=f"p{number}", gateway="bench", connection=str(number)), 1)
    if room.rules.plays_custom_rule(room.settings):
        apply(room, commands.ChangeSettings(by=room.host, custom_rule=_NO_RULE), 1)
        for seat in room.seats:
            if not seat.agreed:
                apply(room, commands.AgreeToRule(by=seat.seat), 1)
    apply(room, commands.StartGame(by=room.host, seed=rng.randbytes(_SEED_BYTES)), 1)
    return room


def owes(room: Room) -> str:
    """The seat that a random player moves for next."""
    pending = room.round.pending
    if isinstance(pending, Duel):
        return pending.by
    if isinstance(pending, Circle):
        done = {stroke.seat for stroke in pending.strokes}
        return next(seat for seat in room.round.playing() if seat not in done)
    return room.round.turn
