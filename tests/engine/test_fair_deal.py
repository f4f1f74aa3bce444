"""A fair deal (COM-29): the seed's hash before, the seed after, and with it anyone deals the round again."""

from hashlib import sha256

import msgspec
import pytest

from services.game.engine import Room, commands, views
from services.game.engine.events import RoundEnded, RoundStarted
from services.game.replay import verify
from services.game.replay_file import Replay, dealt, header, parse
from tests.engine.games import every_ruleset, every_table, one_round
from tests.engine.tables import do, lobby
from tools.soak.game import Plan, steps

pytestmark = pytest.mark.rule("COM-29")


@every_ruleset
def test_the_seeds_hash_is_there_before_the_deal_and_the_seed_after_the_round(ruleset: str):
    announced = ""
    rounds = 0
    for step in steps(Plan(ruleset, 4, 5, {"target_score": "500"})):
        room = step.room
        table = views.table_view(room, step.now)
        for event in step.events:
            if isinstance(event, RoundStarted):
                assert event.seed_hash == announced
                assert table is not None
                assert table.seed_hash == announced
            elif isinstance(event, RoundEnded):
                rounds += 1
                assert table is not None
                assert table.result is not None
                assert sha256(bytes.fromhex(table.result.seed)).hexdigest() == table.seed_hash
        announced = views.room_view(room, step.now).next_seed_hash
    assert rounds


@every_ruleset
def test_every_round_has_a_seed_of_its_own_that_the_service_brings(ruleset: str):
    """The engine makes no randomness: each seed is 32 bytes of a command before the one that deals from it."""
    brought: list[bytes] = []
    used: list[bytes] = []
    for step in steps(Plan(ruleset, 3, 1, {"target_score": "500"}, games=2)):
        if isinstance(step.command, commands.CreateRoom | commands.Dealing):
            brought.append(step.command.seed)
        if any(isinstance(event, RoundStarted) for event in step.events):
            used.append(step.room.round.seed)
    assert used == brought[:-1]
    assert len(set(brought)) == len(brought)


@every_table
def test_anyone_can_deal_the_round_again_from_its_seed(ruleset: str, players: int):
    """By the file of a replay; `--verify` checks the hash and deals."""
    (plan,) = one_round(ruleset, players)
    step = next(step for step in steps(plan) if step.room.phase == "playing")
    table = step.room.round
    file = msgspec.json.encode(header(step.room)).decode()
    replay = parse(file)
    again = dealt(replay.header).round
    assert (again.hands, again.draw, again.discard) == (table.hands, table.draw, table.discard)
    assert (again.turn, again.dealer, again.direction) == (table.turn, table.dealer, table.direction)
    assert verify(replay) == ""


def test_a_seed_that_was_not_announced_is_found_out():
    room = started("classic108")
    head = msgspec.structs.replace(header(room), seed=bytes(32).hex())
    assert "hash" in verify(Replay(head, []))


# What the seed of `tests.engine.tables` deals to two players, and the start card. A rule set without a line here fails.
GOLDEN = {
    "classic108": ("y7 g9 y4 y1 g8 y9 y4 / r6 y2 g0 b9 g7 y5 yrev", "y6"),
    "classic112": ("wild+4 g3 y1 brev b3 yrev g2 / b+2 wild g+2 y5 y2 b6 g9", "gskip"),
    "mercy": ("rrev y6 g+4 y5 g0 g5 brev / wildrev+4 y9 r2 wildroulette wild+10 b6 grev", "b4"),
    "zerocards": ("r6 y2 r2 r+2 r8 y5 yskip / r+2 yrev bduel r4 b3 b9 rskip", "y1"),
}


@every_ruleset
def test_a_seed_deals_the_same_cards_for_ever(ruleset: str):
    """What anyone has computed for a round that was played must stay true."""
    table = started(ruleset).round
    dealt_out = " / ".join(" ".join(table.hands[seat]) for seat in table.order)
    assert (dealt_out, table.discard[-1]) == GOLDEN[ruleset]


def started(ruleset: str) -> Room:
    room = lobby(ruleset, 2)
    if room.rules.plays_custom_rule(room.settings):
        do(room, "p1", "set custom_rule.text=Anything custom_rule.effect=none")
        do(room, "p2", "agree")
    do(room, "p1", "start")
    return room
