import asyncio

import pytest
from zerocards.common.v1.common_pb2 import Refusal

from services.common.codes import Code
from services.lobby.index import Index
from services.lobby.opening import Outcome
from services.lobby.quick import HOLD_S, Found, QuickPlay
from tests.fixtures.lobby import A, B, C, opened

pytestmark = pytest.mark.asyncio


class Opening:
    """Stands in for the game workers."""

    def __init__(self) -> None:
        self.asked: list[tuple[Code, str, dict[str, str]]] = []
        self.outcome: Outcome = 1

    async def open(self, code: Code, ruleset: str, settings: dict[str, str]) -> Outcome:
        self.asked.append((code, ruleset, dict(settings)))
        await asyncio.sleep(0)
        return self.outcome


class Lobby:
    def __init__(self) -> None:
        self.now_s = 0.0
        self.index = Index()
        self.opening = Opening()
        self.quick = QuickPlay(self.index, self.opening, "zerocards", lambda: self.now_s)

    def put(self, code: Code, version: int = 1, **fields: object) -> None:
        self.index.hear(opened(code, version, **fields), b"", self.now_s)


@pytest.fixture
def lobby() -> Lobby:
    return Lobby()


async def test_the_room_with_the_most_humans_is_chosen(lobby: Lobby) -> None:
    lobby.put(A, players=2)
    lobby.put(B, players=3)
    lobby.put(C, players=1, bots=8)
    assert await lobby.quick.find("", C) == Found(B, created=False)
    assert lobby.opening.asked == []


async def test_the_rule_set_asked_for_counts(lobby: Lobby) -> None:
    lobby.put(A, players=5, ruleset="mercy")
    lobby.put(B, players=1, ruleset="zerocards")
    assert await lobby.quick.find("zerocards", C) == Found(B, created=False)


async def test_where_there_is_none_a_public_room_is_opened(lobby: Lobby) -> None:
    assert await lobby.quick.find("mercy", C) == Found(C, created=True)
    assert lobby.opening.asked == [(C, "mercy", {"public": "on"})]


async def test_any_rule_set_opens_the_usual_one(lobby: Lobby) -> None:
    await lobby.quick.find("", C)
    assert lobby.opening.asked[0][1] == "zerocards"


async def test_a_refusal_is_passed_on(lobby: Lobby) -> None:
    lobby.opening.outcome = Refusal(code="bad_setting")
    assert await lobby.quick.find("", C) == Refusal(code="bad_setting")


async def test_the_last_seat_is_given_away_once(lobby: Lobby) -> None:
    lobby.put(A, players=3, max_players=4)
    lobby.put(B, players=1, max_players=4)
    assert await lobby.quick.find("", C) == Found(A, created=False)
    assert await lobby.quick.find("", C) == Found(B, created=False)


async def test_who_has_sat_down_holds_no_second_seat(lobby: Lobby) -> None:
    lobby.put(A, players=2, max_players=4)
    await lobby.quick.find("", C)
    lobby.put(A, version=2, players=3, max_players=4)
    assert await lobby.quick.find("", C) == Found(A, created=False)


async def test_who_never_comes_holds_a_seat_for_a_while_only(lobby: Lobby) -> None:
    lobby.put(A, players=3, max_players=4)
    await lobby.quick.find("", C)
    lobby.now_s = HOLD_S
    assert await lobby.quick.find("", C) == Found(A, created=False)


async def test_a_crowd_that_finds_nothing_shares_one_new_room(lobby: Lobby) -> None:
    codes = [Code(letter * 8) for letter in "ABCDEFGHJK"]
    found = await asyncio.gather(*(lobby.quick.find("", code) for code in codes))
    assert {each.code for each in found if isinstance(each, Found)} == {codes[0]}
    assert len(lobby.opening.asked) == 1


async def test_a_room_whose_creator_is_on_the_way_is_left_alone(lobby: Lobby) -> None:
    lobby.put(A, players=0)
    assert await lobby.quick.find("", C) == Found(C, created=True)


async def test_a_repeat_finds_the_room_that_the_first_try_opened(lobby: Lobby) -> None:
    await lobby.quick.find("", C)
    lobby.put(A, players=5)
    assert await lobby.quick.find("", C) == Found(C, created=True)
    assert len(lobby.opening.asked) == 1
