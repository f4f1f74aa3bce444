"""The hard level: it sees no more than anybody in its seat, deals what it cannot see, and finds what is to be found."""

from collections import Counter
from random import Random

import pytest

from services.bots.levels.decide import decide
from services.bots.levels.hard import hard
from services.bots.levels.sight import Sight
from services.bots.search import budget, race
from services.bots.search.candidates import Candidate, candidates
from services.bots.search.judge import chances
from services.bots.search.playout import fork, value
from services.bots.search.policy import taste
from services.bots.search.worlds import Worlds
from services.game.engine import Room, views
from services.game.engine.commands import Command, DrawCard, PlayCard
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import change
from services.game.engine.table import Table
from tests.services.bots_rooms import seen_by
from tools.tournament.deal import Deal

WORLDS = 8
LEVEL = hard(budget.worlds(WORLDS))


def positions(ruleset: str, players: int, deals: int = 3) -> list[tuple[Room, str]]:
    """Rooms in the middle of a round, with who is on turn."""
    found = []
    for number in range(deals):
        deal = Deal(ruleset, ["normal"] * players, Random(f"{ruleset} {number}").randbytes(32))
        deal.play(most=8 + number)
        table = deal.room.round
        if deal.room.phase == "playing" and table.turn and views.phase(deal.room) in ("playing", "challenge"):
            found.append((deal.room, table.turn))
    return found


def choice(sight: Sight, seed: int = 7) -> list[Command]:
    return list(decide(sight, "turn", LEVEL, Random(seed)))


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_a_world_has_the_cards_that_the_room_has(ruleset: str) -> None:
    for room, seat in positions(ruleset, 3):
        world = Worlds(seen_by(room, seat), Random(1)).deal()
        assert cards_of(world.round) == cards_of(room.round)
        assert world.round.hands[seat] == room.round.hands[seat]
        assert {s: len(hand) for s, hand in world.round.hands.items()} == {
            s: len(hand) for s, hand in room.round.hands.items()
        }
        assert len(world.round.draw) == len(room.round.draw)
        assert world.settings == room.settings


def cards_of(table: Table) -> Counter[str]:
    return Counter(
        card.partition("/")[0] for pile in (table.draw, table.discard, *table.hands.values()) for card in pile
    )


def test_worlds_differ_in_what_is_hidden() -> None:
    room, seat = positions("classic108", 2)[0]
    worlds = Worlds(seen_by(room, seat), Random(1))
    assert len({tuple(worlds.deal().round.draw) for _ in range(5)}) == 5


def test_cards_that_were_shown_lie_where_they_were_seen() -> None:
    room, seat = positions("classic108", 2)[0]
    other = next(held for held in room.round.order if held != seat)
    room.round.shown = {seat: {other: room.round.hands[other][:2]}}
    for _ in range(5):
        world = Worlds(seen_by(room, seat), Random(2)).deal()
        assert not Counter(room.round.hands[other][:2]) - Counter(world.round.hands[other])


def test_who_drew_on_a_colour_seldom_holds_it() -> None:
    room, seat = positions("classic108", 2)[0]
    other = next(held for held in room.round.order if held != seat)
    room.round.lacks, room.round.shown = {other: {"g": 0}}, {}
    worlds = Worlds(seen_by(room, seat), Random(3))
    held = sum(any(card[0] == "g" for card in worlds.deal().round.hands[other]) for _ in range(100))
    assert 0 < held < 40


def test_a_play_out_leaves_the_world_as_it_was() -> None:
    room, seat = positions("zerocards", 4)[0]
    sight = seen_by(room, seat)
    world = Worlds(sight, Random(4)).deal()
    before = fork(world)
    for candidate in candidates(sight, Random(4)):
        liked = taste(Random(5))
        once = value(world, seat, candidate.command, liked, 5)
        assert once == value(world, seat, candidate.command, liked, 5)
    assert world.round == before.round
    assert [held.score for held in world.seats] == [0] * 4


def test_going_out_is_found() -> None:
    room, seat = positions("classic108", 2)[0]
    room.round.hands[seat] = [room.round.colour + "5"]
    room.round.pending = None
    room.round.called = [seat]
    (move,) = choice(seen_by(room, seat))
    assert isinstance(move, PlayCard)


def test_one_thing_to_do_is_not_thought_about() -> None:
    room, seat = positions("classic108", 2)[0]
    nothing_fits = "rygb"["rygb".index(room.round.colour) - 1]
    room.round.hands[seat] = [nothing_fits + "1", nothing_fits + "2"]
    room.round.discard[-1] = room.round.colour + "9"
    room.round.pending = None
    sight = seen_by(room, seat)
    assert [type(each.command) for each in candidates(sight, Random(1))] == [DrawCard]


def test_a_budget_is_cpu_time_of_this_process() -> None:
    spent = budget.cpu_ms(0.0)()
    assert spent(0)
    assert not budget.cpu_ms(10_000.0)()(1)


def test_settings_of_the_room_hold_in_its_worlds() -> None:
    deal = Deal("zerocards", ["normal", "normal"], b"s" * 32, {"jump_in": "on", "no_pass": "off"})
    world = Worlds(seen_by(deal.room, "p1"), Random(1)).deal()
    rules = RULESETS["zerocards"]
    settings = rules.settings()
    assert world.settings == change(settings, {"jump_in": "on", "no_pass": "off"}, rules.specs)


@pytest.mark.rule("ZC-32")
def test_a_card_that_may_be_thrown_in_may_be_kept() -> None:
    room, seat = positions("classic108", 3)[0]
    other = room.round.after(seat)
    room.settings.jump_in = True
    room.round.pending = None
    room.round.discard[-1], room.round.colour = "r5", "r"
    room.round.hands[other] = ["r5", "wild+4", "y2"]
    found = candidates(seen_by(room, other), Random(1))
    assert [getattr(each.command, "card", None) for each in found] == ["r5", None]
    # Having gone out there is nothing to weigh.
    room.round.hands[other] = ["r5"]
    assert len(candidates(seen_by(room, other), Random(1))) == 1


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_chances_of_all_seats_are_one(ruleset: str) -> None:
    for room, _ in positions(ruleset, 4):
        shares = [chances(room, seat) for seat in room.round.order]
        assert sum(shares) == pytest.approx(1)
        smaller = fork(room)
        following = room.round.after(room.round.turn)
        smaller.round.hands[following] = smaller.round.hands[following][:1]
        if len(room.round.hands[following]) > 1:
            assert chances(smaller, following) > chances(room, following)


def test_a_search_ends_when_it_has_an_answer() -> None:
    """To play the card before the last, or to draw another: no budget makes that clearer."""
    room, seat = positions("classic108", 2)[0]
    table = room.round
    table.pending, table.lacks, table.shown = None, {}, {}
    table.hands[seat] = [table.colour + "5", table.colour + "7"]
    table.discard[-1] = table.colour + "1"
    other = table.after(seat)
    table.hands[other] = ["b1", "b2", "b3", "g4", "g6", "y7", "y8"]
    tried: list[int] = []

    def count(most: int) -> budget.Spent:
        def spent(done: int) -> bool:
            tried.append(done)
            return done >= most

        return spent

    go_on = PlayCard(by=seat, card=table.hands[seat][0])
    stay = DrawCard(by=seat)
    found = race.best(seen_by(room, seat), [Candidate(stay, 0.0), Candidate(go_on, 0.0)], lambda: count(400), Random(1))
    assert found == go_on
    assert max(tried) < 100
