"""Where chance decides by a rule: dice, the draw for the deal, storms, stolen cards. It comes from the seed, fairly."""

from collections import Counter

import pytest

from services.game.engine import Room, events, moves
from services.game.engine.cards import COLOURS
from services.game.engine.chaos import STORMS
from services.game.engine.events import Event
from services.game.engine.faces import FACE
from tests.engine.tables import do, kinds, lobby, table

SEEDS = range(200)


def opened(ruleset: str, seed: int, players: int = 3) -> list[Event]:
    """What the first deal brought."""
    room = lobby(ruleset, players)
    room.next_seed = seed.to_bytes(32, "big")
    return do(room, "p1", "start")


@pytest.mark.rule("ZC-03")
def test_the_highest_die_begins_and_ties_roll_again_among_themselves():
    begun: Counter[str] = Counter()
    ties = 0
    for seed in SEEDS:
        happened = opened("zerocards", seed)
        (dice,) = [event for event in happened if isinstance(event, events.DiceRolled)]
        turns = [event for event in happened if isinstance(event, events.TurnStarted)]
        rolling = ["p1", "p2", "p3"]
        left = list(dice.rolls)
        while len(rolling) > 1:
            now, left = left[: len(rolling)], left[len(rolling) :]
            assert [roll.seat for roll in now] == rolling
            assert all(1 <= roll.value <= 6 for roll in now)
            rolling = [roll.seat for roll in now if roll.value == max(other.value for other in now)]
            ties += len(rolling) > 1
        assert not left
        assert rolling == [dice.begins] == [turns[0].seat]
        begun[dice.begins] += 1
    assert ties > 20
    assert min(begun.values()) > 40


@pytest.mark.rule("ZC-03")
def test_the_start_card_is_a_digit_and_those_turned_before_go_under_the_pile():
    put_back = 0
    for seed in SEEDS:
        (start,) = [event for event in opened("zerocards", seed) if isinstance(event, events.StartCardTurned)]
        assert FACE[start.card].kind == "digit"
        assert all(FACE[card].kind != "digit" for card in start.put_back)
        put_back += bool(start.put_back)
    assert put_back > 20


@pytest.mark.rule("CL-03")
def test_the_highest_digit_deals_and_the_dealers_left_begins():
    for seed in SEEDS:
        happened = opened("classic108", seed)
        (drawn,) = [event for event in happened if isinstance(event, events.DealerDrawn)]
        (dealt,) = [event for event in happened if isinstance(event, events.HandsDealt)]
        rolling = ["p1", "p2", "p3"]
        left = list(drawn.draws)
        while len(rolling) > 1:
            now, left = left[: len(rolling)], left[len(rolling) :]
            assert [draw.seat for draw in now] == rolling
            ranks = {draw.seat: int(draw.card[1]) if draw.card[1].isdigit() else 0 for draw in now}
            rolling = [seat for seat in rolling if ranks[seat] == max(ranks.values())]
        assert not left
        assert [drawn.dealer] == rolling
        assert dealt.first == {"p1": "p2", "p2": "p3", "p3": "p1"}[drawn.dealer]


@pytest.mark.rule("MC-02")
def test_anybody_may_begin():
    begun = Counter(
        event.seat for seed in SEEDS for event in opened("mercy", seed) if isinstance(event, events.TurnStarted)
    )
    assert set(begun) == {"p1", "p2", "p3"}
    assert min(begun.values()) > 40


def stormy(seed: int, storm: str = "", direction: int = 1) -> Room:
    """One point from a storm, and the second player on turn."""
    named = {"storm": storm} if storm else {}
    return table(
        "zerocards", seed=seed, settings={"chaos_meter": True}, players=["A", "B", "C", "D"], turn="B", chaos=11,
        hands={"A": "y1 y2 y3", "B": "rskip b2 b3 b4", "C": "g1 g2", "D": "g3 g4"}, discard="r4", direction=direction,
        draw="b5 b6 b7 b8 b9 y5", **named,
    )  # fmt: skip


@pytest.mark.rule("ZC-24")
def test_storms_are_equally_likely():
    kinds_of_storm: Counter[str] = Counter()
    for seed in SEEDS:
        room = stormy(seed)
        happened = do(room, "p2", "play rskip")
        kinds_of_storm.update(event.kind for event in happened if isinstance(event, events.StormBurst))
        assert room.round.chaos == 0
    assert set(kinds_of_storm) == set(STORMS)
    assert sum(kinds_of_storm.values()) == len(SEEDS)
    assert min(kinds_of_storm.values()) > 25


@pytest.mark.rule("ZC-27")
def test_a_colour_storm_brings_any_other_colour():
    colours: Counter[str] = Counter()
    for seed in SEEDS:
        room = stormy(seed, "colour")
        do(room, "p2", "play rskip")
        colours[room.round.colour] += 1
        assert room.round.discard[-1] == "rskip"
    assert set(colours) == set(COLOURS) - {"r"}
    assert min(colours.values()) > 40


@pytest.mark.rule("ZC-27")
def test_after_a_colour_storm_the_new_colour_and_the_tops_symbol_match():
    room = stormy(0, "colour")
    do(room, "p2", "play rskip")
    room.round.hands[room.round.turn] = [f"{room.round.colour}9", "rskip", "r9"]
    playable = [play.card for play in moves.plays(room, room.round.turn)]
    assert playable == [f"{room.round.colour}9", "rskip"]


@pytest.mark.rule("ZC-28")
@pytest.mark.parametrize(("direction", "treated"), [(1, "p3"), (-1, "p4")])
def test_a_treat_goes_to_the_first_of_the_poorest_in_turn_order(direction: int, treated: str):
    """C and D hold two cards each; from B on it is C's turn before D's, or the other way round."""
    room = stormy(0, "treat", direction)
    before = {seat: len(hand) for seat, hand in room.round.hands.items()}
    happened = do(room, "p2", "play rskip")
    drawn = [event for event in happened if isinstance(event, events.CardsDrawn)]
    assert [(event.seat, event.count, event.reason) for event in drawn] == [(treated, 2, "treat")]
    assert len(room.round.hands[treated]) == before[treated] + 2


@pytest.mark.rule("ZC-28")
def test_a_treat_may_be_for_who_made_the_storm():
    room = stormy(0, "treat")
    room.round.hands["p2"] = ["rskip", "b2"]
    do(room, "p2", "play rskip")
    assert len(room.round.hands["p2"]) == 3


@pytest.mark.rule("ZC-18")
def test_a_magnet_takes_any_card():
    stolen: Counter[str] = Counter()
    for seed in SEEDS:
        room = table(
            "zerocards", seed=seed, players=["A", "B"], hands={"A": "rmagnet b2", "B": "g1 g2 g3 g4"}, discard="r4",
            turn="A",
        )  # fmt: skip
        happened = do(room, "p1", "play rmagnet target=p2")
        stolen.update(event.card for event in happened if isinstance(event, events.CardStolen))
    assert set(stolen) == {"g1", "g2", "g3", "g4"}
    assert min(stolen.values()) > 25


@pytest.mark.rule("CL-16")
def test_shuffled_hands_are_dealt_one_by_one_from_the_next_player_on():
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        room = table(
            "classic108", seed=seed, settings={"shuffle_hands": True}, players=["A", "B", "C"], discard="r4", turn="A",
            hands={"A": "wildshuffle b1 b2", "B": "g1 g2 g3 g4", "C": "y1"},
        )  # fmt: skip
        happened = do(room, "p1", "play wildshuffle colour=r")
        assert "HandsShuffled" in kinds(happened)
        hands = room.round.hands
        assert [len(hands[seat]) for seat in ("p1", "p2", "p3")] == [2, 3, 2]
        counts.update(hands["p1"])
    assert set(counts) == {"b1", "b2", "g1", "g2", "g3", "g4", "y1"}
    assert min(counts.values()) > 30
