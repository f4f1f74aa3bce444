"""Which rooms are listed among the open lobbies, and what the list says of them (COM-32)."""

import pytest

from services.game.engine import apply, commands, views
from tests.engine.games import every_ruleset
from tests.engine.tables import arrive, do, lobby, pass_time

pytestmark = pytest.mark.rule("COM-32")


@every_ruleset
def test_a_public_lobby_is_listed_with_what_differs_from_the_defaults(ruleset: str):
    room = lobby(ruleset, 2, public="on", start_hand="5")
    do(room, "p1", "bot easy")
    entry = views.open_room(room)
    assert entry == views.OpenRoom(
        code="TEST2345", host_name="player-1", ruleset=ruleset, players=2, bots=1, max_players=10,
        created_ms=room.created, settings={"public": "on", "start_hand": "5"},
    )  # fmt: skip


@every_ruleset
def test_a_room_is_not_public_unless_the_host_says_so(ruleset: str):
    room = lobby(ruleset)
    assert views.open_room(room) is None
    do(room, "p1", "set public=on")
    assert views.open_room(room) is not None
    do(room, "p1", "set public=off")
    assert views.open_room(room) is None


def test_not_while_it_is_full():
    room = lobby(players=2, public="on", max_players="2")
    assert views.open_room(room) is None
    do(room, "p2", "leave")
    assert views.open_room(room) is not None


def test_not_while_a_game_runs_and_again_in_the_next_lobby():
    room = lobby(players=3, public="on", target_score="0")
    do(room, "p1", "start")
    assert views.open_room(room) is None
    do(room, "p3", "leave")
    do(room, "p2", "leave")
    assert room.phase == "game_over"
    assert views.open_room(room) is None
    do(room, "p1", "lobby")
    assert views.open_room(room) is not None


def test_not_while_nobody_is_there():
    room = lobby(players=1, public="on")
    apply(room, commands.DisconnectPlayer(by="p1", gateway="gateway", connection="1"), room.now)
    assert views.open_room(room) is None
    apply(room, commands.ConnectPlayer(by="p1", gateway="gateway", connection="2"), room.now)
    assert views.open_room(room) is not None


def test_not_once_it_is_closed():
    room = lobby(players=1, public="on")
    do(room, "p1", "leave")
    assert room.closed
    assert views.open_room(room) is None


def test_it_names_the_host_of_now():
    room = lobby(players=2, public="on")
    do(room, "p1", "leave")
    arrive(room, "player-3")
    entry = views.open_room(room)
    assert entry is not None
    assert (entry.host_name, entry.players) == ("player-2", 2)


@pytest.mark.rule("COM-22")
def test_an_idle_host_hands_over_while_others_wait():
    room = lobby(players=2, public="on")
    pass_time(room, 119_999)
    assert room.host == "p1"
    pass_time(room, 1)
    assert room.host == "p2"
