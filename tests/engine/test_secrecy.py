"""Nobody is sent what they may not see (COM-26, P7): in views, in events, directly and by pairs of games."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from services.game.engine import Room, apply, commands, events, views
from services.game.engine.faces import FACE
from services.game.engine.memory import recall
from tests.engine.games import every_ruleset, every_table, one_round
from tests.engine.tables import do, table
from tools.soak import secrecy
from tools.soak.game import Plan, steps
from tools.soak.pairs import Pair

pytestmark = pytest.mark.rule("COM-26")

SOME = 0.1
ALL = 10


@every_table
def test_a_view_needs_no_secret(ruleset: str, players: int):
    """It is the same when made from a room where nothing hidden from its reader is there."""
    rng = random.Random(players)
    for plan in one_round(ruleset, players, unrest=0.02):
        for step in steps(plan):
            if rng.random() < SOME:
                secrecy.keeps_secrets(step.room, secrecy.readers(step.room, rng, ALL), step.now)


@every_table
def test_no_seed_and_no_players_id_is_sent(ruleset: str, players: int):
    rng = random.Random(players)
    for plan in one_round(ruleset, players, unrest=0.02):
        for step in steps(plan):
            if rng.random() < SOME:
                secrecy.tells_no_secret(step.room, step.events, secrecy.readers(step.room, rng, ALL), step.now)


@every_table
def test_paired_games_look_alike(ruleset: str, players: int):
    """They differ in cards that nobody plays, draws or is shown; whoever cannot know gets the same bytes."""
    rng = random.Random(players)
    pairs: list[Pair] = []
    for plan in one_round(ruleset, players):
        apart = True
        for step in steps(plan):
            apart = apart or not pairs[-1].follow(step)
            if apart and step.room.phase == "playing":
                pairs.append(Pair(step.room, rng))
                apart = False
    assert sum(pair.compared for pair in pairs) > len(pairs)


# Where cards are in events: for everyone, and for those it concerns.
SHOWN_TO_ALL = {
    "dealerDrawn.draws", "startCardTurned.card", "startCardTurned.putBack", "cardPlayed.card", "cardPlayed.extra",
    "cardPlayed.under", "circleDecided.cards",
}  # fmt: skip
SHOWN_TO_SOME = {"cardsDrawn.cards", "cardsGiven.cards", "cardStolen.card"}


@every_ruleset
def test_events_show_cards_only_where_a_rule_shows_them(ruleset: str):
    for seed in range(3):
        for step in steps(Plan(ruleset, 4, seed, {"target_score": "0"}, unrest=0.02)):
            for seat in step.room.seated():
                for event in events.wire(step.events, seat.seat):
                    assert set(fields_with_cards(event)) <= SHOWN_TO_ALL | SHOWN_TO_SOME
            for event in events.wire(step.events):
                assert set(fields_with_cards(event)) <= SHOWN_TO_ALL


def fields_with_cards(event: dict[str, Any]) -> Iterator[str]:
    """`kind.field`, for every field of the event that names a card."""
    ((kind, body),) = json.loads(msgspec.json.encode(event)).items()
    for field, value in body.items():
        if any(text in FACE for text in texts(value)):
            yield f"{kind}.{field}"


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


def seen_by(room: Room, seat: str, happened: list[events.Event]) -> str:
    """All that the seat is sent, as one text."""
    sent = secrecy.received(room, happened, seat, room.now)
    return (sent.room + sent.table + sent.seat + sent.events).decode()


@pytest.mark.rule("ZC-18")
def test_a_stolen_card_is_known_to_the_two_it_concerns():
    room = table(
        "zerocards", players=["A", "B", "C"], hands={"A": "rmagnet b2 b3", "B": "g5", "C": "y6 y7"}, discard="r4",
        draw="b9", turn="A",
    )  # fmt: skip
    happened = do(room, "p1", "play rmagnet target=p2")
    assert "g5" in seen_by(room, "p1", happened)
    assert "g5" in seen_by(room, "p2", happened)
    assert "g5" not in seen_by(room, "p3", happened)
    assert "g5" not in seen_by(room, "", happened)


@pytest.mark.rule("ZC-22")
def test_a_gift_is_known_to_the_two_it_concerns():
    room = table(
        "zerocards", players=["A", "B", "C"], hands={"A": "rgift b2 b3 y1", "B": "g5", "C": "y6 y7"}, discard="r4",
        draw="b9", turn="A",
    )  # fmt: skip
    happened = do(room, "p1", "play rgift target=p2 give=b2,b3")
    assert "b3" in seen_by(room, "p1", happened)
    assert "b3" in seen_by(room, "p2", happened)
    assert "b3" not in seen_by(room, "p3", happened)
    assert "b3" not in seen_by(room, "", happened)


@pytest.mark.rule("ZC-20")
def test_an_xray_is_seen_by_the_looker_for_six_seconds_and_known_to_all():
    room = table(
        "zerocards", players=["A", "B", "C"], hands={"A": "rxray b2 b3", "B": "g5 g6", "C": "y6 y7"}, discard="r4",
        draw="b9", turn="A",
    )  # fmt: skip
    happened = do(room, "p1", "play rxray target=p2")
    assert "g5" in seen_by(room, "p1", happened)
    for other in ("p3", ""):
        assert "g5" not in seen_by(room, other, happened)
        assert '"xray":{"by":"p1","target":"p2"' in seen_by(room, other, happened)
    reveal = views.seat_view(room, "p1", room.now + 5_999).reveal
    assert reveal is not None
    assert reveal.hand == ["g5", "g6"]
    assert views.seat_view(room, "p1", room.now + 6_000).reveal is None
    shown = views.table_view(room, room.now + 6_000)
    assert shown is not None
    assert shown.xray is None


@pytest.mark.rule("CL-12")
@pytest.mark.parametrize("attackers", ["r6 b2", "g6 b2"], ids=["guilty", "not guilty"])
def test_a_challenge_shows_the_attackers_hand_to_the_challenger_alone(attackers: str):
    room = table(
        "classic108", players=["A", "B", "C"], hands={"A": f"wild+4 {attackers}", "B": "g5 y9", "C": "y6 y7"},
        discard="r4", draw="b9 b8 b7 b6 b5 b4 b3", turn="A",
    )  # fmt: skip
    happened = do(room, "p1", "play wild+4 colour=y")
    for seat in ("p2", "p3", ""):
        assert '"b2"' not in seen_by(room, seat, happened)
        assert "guilty" not in seen_by(room, seat, happened)
    happened = do(room, "p2", "challenge")
    assert '"b2"' in seen_by(room, "p2", happened)
    for seat in ("p3", ""):
        assert '"b2"' not in seen_by(room, seat, happened)
    assert views.seat_view(room, "p2", room.now + 6_000).reveal is None


@pytest.mark.rule("CL-12")
def test_what_came_to_the_attackers_hand_since_is_shown_to_nobody_nor_remembered():
    room = table(
        "classic108", players=["A", "B", "C"], hands={"A": "wild+4 b2", "B": "g5 y9", "C": "y6 y7"}, discard="r4",
        draw="r1 r2 b7 b6 b5 b4 b3 y1 y2", turn="A",
    )  # fmt: skip
    do(room, "p1", "play wild+4 colour=y")
    do(room, "p3", "catch p1")
    happened = do(room, "p2", "challenge")
    assert sorted(room.round.hands["p1"]) == ["b2", "r1", "r2"]
    assert '"r1"' not in seen_by(room, "p2", happened)
    assert recall(room, "p2").shown == {"p1": ["b2"]}


@pytest.mark.rule("ZC-14")
def test_the_duels_answer_is_nowhere_before_the_decision():
    """Not as a field, not in anybody's view: replacing it changes nothing that is sent."""
    room = table(
        "zerocards", players=["A", "B", "C"], hands={"A": "rduel b2 b3", "B": "g5 g6", "C": "y6 y7"}, discard="r4",
        draw="b9 b8 b7 b6", turn="A",
    )  # fmt: skip
    happened = do(room, "p1", "play rduel target=p2")
    duel = room.round.pending
    assert isinstance(duel, views.Duel)
    before = [secrecy.received(room, happened, seat, room.now) for seat in ("p1", "p2", "p3", "")]
    right = duel.solution
    duel.solution = 123456
    for event in happened:
        if isinstance(event, events.DuelStarted):
            event.solution = 123456
    after = [secrecy.received(room, happened, seat, room.now) for seat in ("p1", "p2", "p3", "")]
    assert before == after
    duel.solution = right
    decided = apply(room, commands.AnswerDuel(by="p2", answer="-1"), room.now)
    assert str(right) in seen_by(room, "p3", decided)
