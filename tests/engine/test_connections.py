"""One person, one device (COM-31): a newer connection takes the seat, an older one says nothing about it any more."""

import pytest

from services.game.engine import Refused, Room, apply, commands, events, views
from tests.engine.tables import do, kinds, lobby, pass_time

pytestmark = pytest.mark.rule("COM-31", "COM-21")


def connect(room: Room, seat: str, connection: str, gateway: str = "gateway") -> list[events.Event]:
    return apply(room, commands.ConnectPlayer(by=seat, gateway=gateway, connection=connection), room.now)


def disconnect(room: Room, seat: str, connection: str, gateway: str = "gateway") -> list[events.Event]:
    return apply(room, commands.DisconnectPlayer(by=seat, gateway=gateway, connection=connection), room.now)


def test_the_newer_connection_takes_the_seat():
    room = lobby()
    assert kinds(connect(room, "p2", "2")) == ["PlayerConnected"]
    assert (room.at("p2").gateway, room.at("p2").connection) == ("gateway", "2")


def test_the_older_ones_end_changes_nothing():
    room = lobby()
    connect(room, "p2", "2")
    assert disconnect(room, "p2", "1") == []
    assert disconnect(room, "p2", "2", gateway="another") == []
    assert room.at("p2").connected
    assert kinds(disconnect(room, "p2", "2")) == ["PlayerDisconnected"]
    assert not room.at("p2").connected


def test_the_older_takes_the_seat_back_by_connecting_anew():
    room = lobby()
    connect(room, "p2", "2")
    assert kinds(connect(room, "p2", "1")) == ["PlayerConnected"]
    assert disconnect(room, "p2", "2") == []


def test_the_same_connection_said_twice_is_nothing_new():
    room = lobby()
    assert connect(room, "p2", "1") == []


def test_joining_from_a_second_device_is_the_same_seat():
    room = lobby(players=2)
    assert apply(room, commands.JoinRoom(player="player-2", name="Another name"), room.now) == []
    assert [seat.name for seat in room.seats] == ["player-1", "player-2"]


def test_nobody_sees_where_a_player_is_connected():
    room = lobby()
    happened = connect(room, "p2", "connection-42", gateway="gateway-7")
    for seat in ("", "p1", "p2"):
        sent = str(events.wire(happened, seat)) + str(views.room_view(room, room.now))
        assert "connection-42" not in sent
        assert "gateway-7" not in sent


def test_who_has_left_can_neither_connect_nor_disconnect():
    room = lobby()
    do(room, "p2", "leave")
    for kind in (commands.ConnectPlayer, commands.DisconnectPlayer):
        with pytest.raises(Refused, match="not_seated"):
            apply(room, kind(by="p2", gateway="gateway", connection="1"), room.now)


def test_while_nobody_is_there_clocks_stand_still_and_then_the_room_closes():
    room = lobby(players=2, turn_timer_s="30")
    do(room, "p1", "start")
    deadline = room.round.turn_deadline
    pass_time(room, 10_000)
    disconnect(room, "p1", "1")
    disconnect(room, "p2", "1")
    table = views.table_view(room, room.now)
    assert table is not None
    assert table.turn_deadline_ms == 0
    pass_time(room, 599_999)
    assert not room.closed
    connect(room, "p1", "2")
    assert room.round.turn_deadline == deadline + 599_999
    disconnect(room, "p1", "2")
    assert "RoomClosed" in kinds(pass_time(room, 600_000))
    with pytest.raises(Refused, match="not_found"):
        connect(room, "p1", "3")
