"""Bots play whole games of every rule set under settings drawn at random, and are never refused."""

from random import Random

import pytest

from services.bots.levels import LEVELS
from services.bots.levels.decide import decide
from services.bots.levels.sight import Sight
from services.game.engine import Refused, Room, apply, commands, views
from services.game.engine.rulesets import RULESETS, RuleSet
from services.game.engine.settings import CustomRule
from services.game.engine.table import Circle, Duel

GAMES = 12
MOST_MOVES = 5_000
# More than one round proves nothing more; a longer clock does not tick here.
LEFT_ALONE = frozenset({"public", "max_players", "target_score", "turn_timer_s", "bot_takeover"})


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_no_command_of_a_bot_is_refused(ruleset: str, players: int, level: str) -> None:
    rng = Random(f"{ruleset} {players} {level}")
    for _ in range(GAMES):
        room = _started(ruleset, players, rng)
        for _ in range(MOST_MOVES):
            if room.phase != "playing":
                break
            _move(room, level, rng)
        assert room.phase in ("round_over", "game_over"), room.settings


def _move(room: Room, level: str, rng: Random) -> None:
    seat = _owes(room)
    table = views.table_view(room, room.now)
    assert table is not None
    sight = Sight(views.room_view(room, room.now), table, views.seat_view(room, seat, room.now))
    moves = decide(sight, "turn", LEVELS[level], rng)
    assert moves, f"{seat} lets it be: {sight.seat}"
    for move in moves:
        try:
            apply(room, move, room.now + 1_500)
        except Refused as refused:
            pytest.fail(f"{move}: {refused} {room.settings} {sight.seat}")


def _owes(room: Room) -> str:
    pending = room.round.pending
    if isinstance(pending, Duel):
        return pending.against
    if isinstance(pending, Circle):
        done = {stroke.seat for stroke in pending.strokes}
        return next(seat for seat in room.round.playing() if seat not in done)
    return room.round.turn


def _started(ruleset: str, players: int, rng: Random) -> Room:
    room = Room(code="BQTSPLAY")
    settings = _random_settings(RULESETS[ruleset], rng)
    apply(room, commands.CreateRoom(ruleset=ruleset, seed=rng.randbytes(32), settings=settings), 1)
    for number in range(1, players + 1):
        apply(room, commands.JoinRoom(player=f"player {number}", name=f"Player {number}"), 1)
        apply(room, commands.ConnectPlayer(by=f"p{number}", gateway="g", connection=str(number)), 1)
    if room.rules.plays_custom_rule(room.settings):
        rule = CustomRule(text="Take two.", effect=rng.choice(["others_draw", "target_draws", "skip", "none"]), n=2)
        apply(room, commands.ChangeSettings(by=room.host, custom_rule=rule), 1)
        for seat in room.seats:
            if not seat.agreed:
                apply(room, commands.AgreeToRule(by=seat.seat), 1)
    apply(room, commands.StartGame(by=room.host, seed=rng.randbytes(32)), 1)
    return room


def _random_settings(rules: RuleSet, rng: Random) -> dict[str, str]:
    settings = {}
    for name, spec in rules.specs.items():
        if name not in LEFT_ALONE and spec.kind in ("switch", "choice") and rng.random() < 0.5:
            settings[name] = rng.choice(spec.values)
    return settings
