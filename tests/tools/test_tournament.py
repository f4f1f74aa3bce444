"""The tournament: duplicate deals, and what is made of them."""

from random import Random

import pytest

from services.game.engine.rulesets import RULESETS
from tools.tournament import accept
from tools.tournament.deal import Deal, Outcome
from tools.tournament.duplicates import play, seatings
from tools.tournament.figures import figures, interval
from tools.tournament.players import UnknownPlayer, player
from tools.tournament.settings import drawn

SEED = b"d" * 32


def outcome(winner: str, **points: int) -> Outcome:
    return Outcome(winner, points, 10, {"normal": [0.001] * 3, "easy": [0.001] * 3})


def test_everybody_sits_everywhere_once() -> None:
    assert seatings(["normal", "easy"]) == [("normal", "easy"), ("easy", "normal")]
    one_against_three = seatings(["hard", "normal", "normal", "normal"])
    assert sorted(seated.index("hard") for seated in one_against_three) == [0, 1, 2, 3]


def test_the_same_seed_deals_the_same_cards_whoever_sits_there() -> None:
    one, other = Deal("classic108", ["normal", "easy"], SEED), Deal("classic108", ["easy", "normal"], SEED)
    assert one.room.round.hands == other.room.round.hands
    assert one.room.round.draw == other.room.round.draw


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_the_same_players_play_the_same_deal_alike(ruleset: str) -> None:
    ended = [Deal(ruleset, ["normal", "easy", "normal"], SEED).play() for _ in range(2)]
    assert ended[0] is not None
    assert ended[1] is not None
    assert (ended[0].winner, ended[0].moves) == (ended[1].winner, ended[1].moves)


def test_a_game_without_a_winner_counts_for_everyone_alike() -> None:
    deal = [(("normal", "easy"), outcome("p1", p1=30)), (("easy", "normal"), outcome(""))]
    found = figures(["normal", "easy"], [deal])
    assert found["players"]["normal"]["win"]["mean"] == 0.75
    assert found["players"]["easy"]["win"]["mean"] == 0.25
    assert found["players"]["normal"]["points"]["mean"] == 15.0
    assert (found["games"], found["no_winner"]) == (2, 1)


def test_shares_are_by_seat() -> None:
    names = ["hard", "normal", "normal", "normal"]
    deal = [(tuple(names), outcome("p2"))]
    assert figures(names, [deal])["players"]["normal"]["win"]["mean"] == pytest.approx(1 / 3, abs=1e-4)


def test_an_interval_is_by_deal() -> None:
    assert interval([0.5, 0.5]) == {"mean": 0.5, "low": 0.5, "high": 0.5}
    wide = interval([0.0, 1.0] * 50)
    assert wide["low"] == pytest.approx(0.5 - 1.96 * 0.05, abs=1e-3)


def test_random_play_loses_to_normal_on_a_whole() -> None:
    names = ["normal", "random"]
    found = figures(names, [play("classic108", names, number) for number in range(40)])
    assert found["players"]["normal"]["win"]["low"] > 0.5
    assert found["refused"] == []


def test_a_game_goes_on_until_the_target_is_reached() -> None:
    deal = Deal("classic108", ["normal", "easy"], SEED, {"target_score": "200"})
    rounds = 0
    while True:
        assert deal.play() is not None
        rounds += 1
        if not deal.goes_on():
            break
    assert rounds == deal.room.round.round > 1
    assert deal.room.phase == "game_over"
    assert max(seat.score for seat in deal.room.seats) >= 200


def test_a_promise_that_does_not_hold_is_said_to_be_missed() -> None:
    (kept, *costs) = accept._measured("classic108", accept.Claim("normal,random", 0, 0.01), 4, 1)
    (missed, *_) = accept._measured("classic108", accept.Claim("normal,random", 0, 1.01), 4, 1)
    assert (kept.holds, missed.holds) == (True, False)
    assert [line.what for line in costs] == ["a decision by normal (2 seats)"]
    dear = {"p95": 60.1, "p99": 60.2, "decisions": 9}
    assert not accept._cost("classic108", "hard", accept.CLAIMS[1], dear).holds


@pytest.mark.parametrize("name", ["hard@x", "best", ""])
def test_who_does_not_exist_cannot_enter(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        player(name)


def test_settings_are_drawn_from_what_a_set_has() -> None:
    rules = RULESETS["mercy"]
    settings = drawn(rules, Random(1))
    assert settings.keys() <= rules.specs.keys()
    assert all(value in rules.specs[name].values for name, value in settings.items())
