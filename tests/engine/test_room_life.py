"""A room's life around its rounds: opened, waited for, skipped in, closed."""

import pytest

from services.game.engine import Refused, Room, apply, commands, next_deadline
from services.game.engine.room import MAX_WAITING
from tests.engine.games import every_ruleset
from tests.engine.tables import SEED, arrive, do, kinds, lobby, pass_time, table
from tools.soak.soundness import encoded


@pytest.mark.rule("COM-22")
@every_ruleset
def test_a_room_is_opened_once(ruleset: str):
    room = lobby(ruleset, 1)
    before = encoded(room)
    assert apply(room, commands.CreateRoom(ruleset=ruleset, seed=bytes(32), settings={"public": "on"}), room.now) == []
    assert encoded(room) == before
    assert room.host == "p1"


@pytest.mark.rule("COM-23", "COM-28")
@pytest.mark.parametrize(
    ("ruleset", "settings"), [("nothing", {}), ("mercy", {"chaos_meter": "on"}), ("mercy", {"start_hand": "6"})]
)
def test_a_room_that_cannot_be_is_not_opened(ruleset: str, settings: dict[str, str]):
    room = Room(code="TEST2345")
    with pytest.raises(Refused, match="bad_setting"):
        apply(room, commands.CreateRoom(ruleset=ruleset, seed=SEED, settings=settings), 1)
    assert room == Room(code="TEST2345")


@pytest.mark.rule("COM-28")
def test_before_it_is_opened_there_is_no_room():
    room = Room(code="TEST2345")
    for command in (commands.JoinRoom(player="a", name="A"), commands.Expire(), commands.CloseRoom(reason="x")):
        with pytest.raises(Refused, match="not_found"):
            apply(room, command, 1)
    assert next_deadline(room) is None


def test_a_closed_room_is_gone():
    room = lobby(players=2)
    assert kinds(apply(room, commands.CloseRoom(reason="closed by an operator"), room.now)) == ["RoomClosed"]
    assert next_deadline(room) is None
    with pytest.raises(Refused, match="not_found"):
        do(room, "p1", "start")


@pytest.mark.rule("COM-30")
def test_twenty_may_wait_for_a_seat():
    room = lobby(players=2, max_players="2")
    do(room, "p1", "start")
    for number in range(MAX_WAITING):
        assert arrive(room, f"visitor-{number}") == ""
    with pytest.raises(Refused, match="room_full"):
        arrive(room, "one more")
    assert arrive(room, "visitor-3") == ""  # who waits already, waits
    assert len(room.waiting) == MAX_WAITING
    apply(room, commands.LeaveRoom(player="visitor-3"), room.now)
    with pytest.raises(Refused, match="not_seated"):
        apply(room, commands.LeaveRoom(player="visitor-3"), room.now)
    arrive(room, "one more")


@pytest.mark.rule("COM-30")
def test_who_waits_for_a_seat_waits_as_long_as_their_latest_connection():
    room = lobby(players=2)
    do(room, "p1", "start")
    arrive(room, "visitor")

    def at(kind: type[commands.ConnectPlayer | commands.DisconnectPlayer], connection: str) -> list[str]:
        return kinds(apply(room, kind(player="visitor", gateway="g", connection=connection), room.now))

    assert at(commands.ConnectPlayer, "first") == ["SpectatorConnected"]
    assert at(commands.ConnectPlayer, "first") == []
    assert at(commands.ConnectPlayer, "second") == ["SpectatorConnected"]
    assert at(commands.DisconnectPlayer, "first") == []
    assert at(commands.DisconnectPlayer, "second") == ["SpectatorLeft"]
    for kind in (commands.ConnectPlayer, commands.DisconnectPlayer):
        with pytest.raises(Refused, match="not_seated"):
            at(kind, "second")


@pytest.mark.rule("COM-20", "COM-30")
def test_when_the_last_player_leaves_those_who_wait_get_the_room():
    room = lobby(players=2, max_players="3")
    do(room, "p1", "start")
    for name in ("visitor-1", "visitor-2", "visitor-3", "visitor-4"):
        arrive(room, name)
    do(room, "p2", "leave")
    do(room, "p1", "leave")
    assert (room.phase, room.host, room.closed) == ("lobby", "p3", False)
    assert [seat.name for seat in room.seats] == ["visitor-1", "visitor-2", "visitor-3"]
    assert [waiting.name for waiting in room.waiting] == ["visitor-4"]


@pytest.mark.rule("MC-16")
def test_a_skip_is_for_the_turn_that_was_seen():
    """Who presses as the player acts after all does not skip the next one."""
    room = table("mercy", players=["A", "B"], hands={"A": "r1 r2", "B": "g1 g2"}, discard="r5", draw="b1", turn="B")
    pass_time(room, 30_000)
    turn = room.round.turn_number
    with pytest.raises(Refused, match="too_late"):
        apply(room, commands.SkipSlowTurn(by="p1", turn=turn + 1), room.now)
    assert "TurnPassed" in kinds(apply(room, commands.SkipSlowTurn(by="p1", turn=turn), room.now))


@pytest.mark.rule("COM-28")
@pytest.mark.parametrize("verb", ["draw", "pass", "take", "challenge", "call", "skip", "catch p2", "play r5"])
def test_there_is_no_turn_without_a_round(verb: str):
    with pytest.raises(Refused, match=r"wrong_phase"):
        do(lobby(players=2), "p1", verb)
