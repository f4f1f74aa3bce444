"""Commands through a real worker, NATS and Redis: applied once, answered alike, published before they are answered."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from zerocards.common.v1.common_pb2 import CommandId
from zerocards.game.v1 import command_pb2, game_pb2

from services.common import subjects
from services.common.codes import new_code, room_key
from tests.fixtures.game import Player, Table, config_for, shown, table_at, worker

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def table(nats_url: str, redis_url: str) -> AsyncIterator[Table]:
    config = config_for(nats_url, redis_url)
    async with worker(config), table_at(config) as table:
        await table.listen()
        yield table


async def test_each_commit_is_one_version_and_one_update(table: Table) -> None:
    assert (await table.open()).accepted.version == 1
    await table.seated("Ann", "Ben")
    assert [update.version for update in table.updates()] == [1, 2, 3, 4, 5]


async def test_the_reply_says_where_one_sits(table: Table) -> None:
    await table.open()
    reply = await Player(table, "Ann").ask("join", name="Ann")
    assert (reply.accepted.seat, reply.accepted.waiting) == ("p1", False)
    assert reply.id.n == 1


async def test_an_update_is_published_before_its_command_is_answered(table: Table) -> None:
    await table.open()
    reply = await Player(table, "Ann").ask("join", name="Ann")
    update = table.updates()[-1]
    assert (update.version, update.id) == (reply.accepted.version, reply.id)


async def test_a_command_sent_twice_is_applied_once_and_answered_alike(table: Table) -> None:
    await table.open()
    player = Player(table, "Ann")
    first = await player.ask("join", name="Ann", n=1)
    await table.seated("Ben")
    again = await player.ask("join", name="Ann", n=1)
    assert again == first
    update = table.updates()[-1]
    assert update.version == 4
    assert len(shown(update.room)["seats"]) == 2
    assert [seat.seat for seat in update.seats] == ["p1", "p2"]


async def test_a_lower_n_is_a_duplicate(table: Table) -> None:
    await table.open()
    player = Player(table, "Ann")
    await player.ask("join", name="Ann", n=5)
    assert (await player.ask("leave", n=4)).refusal.code == "duplicate"


async def test_refusals_are_not_stored(table: Table) -> None:
    await table.open()
    ann, ben = await table.seated("Ann", "Ben")
    assert (await ben.ask("bot", level="easy", n=9)).refusal.code == "not_host"
    await ann.ask("leave")
    assert (await ben.ask("bot", level="easy", n=9)).HasField("accepted")


async def test_the_last_four_sessions_of_a_player_are_remembered(table: Table) -> None:
    await table.open()
    (player,) = await table.seated("Ann")
    sessions = [f"{number:016x}" for number in range(5)]
    for session in sessions:
        player.session = session
        assert (await player.ask("bot", level="easy", n=7)).HasField("accepted")
    for session in sessions[1:]:
        player.session = session
        assert (await player.ask("bot", level="easy", n=6)).refusal.code == "duplicate"
    player.session = sessions[0]
    assert (await player.ask("bot", level="easy", n=6)).HasField("accepted")


async def test_a_page_is_remembered_however_often_it_lost_its_connection(table: Table) -> None:
    """P1: what it sent before all that, it may send again."""
    await table.open()
    (player,) = await table.seated("Ann")
    first = await player.ask("bot", level="easy", n=7)
    for number in range(6):
        connect = command_pb2.ConnectPlayer(gateway="gateway-1", connection=f"{number:016x}")
        request = game_pb2.ApplyRequest(
            code=table.code,
            player_id=player.id,
            id=CommandId(session=connect.connection, n=1),
            system=command_pb2.SystemCommand(connect=connect),
        )
        assert (await table.send(request)).HasField("accepted")
    assert await player.ask("bot", level="easy", n=7) == first


async def test_creating_a_room_again_finds_it(table: Table) -> None:
    await table.open()
    await table.seated("Ann")
    assert (await table.open()).accepted.version == 3
    assert len(table.updates()) == 3


async def test_a_room_that_is_not_there(table: Table) -> None:
    assert (await Player(table, "Ann").ask("join", name="Ann")).refusal.code == "not_found"
    assert (await table.view()).refusal.code == "not_found"


async def test_without_a_seat_one_may_join_or_watch_only(table: Table) -> None:
    await table.open()
    stranger = Player(table, "Eve")
    assert (await stranger.ask("start")).refusal.code == "not_seated"
    assert (await stranger.ask("leave")).refusal.code == "not_seated"
    assert (await stranger.ask("watch")).HasField("accepted")
    assert len(table.updates()) == 1


async def test_what_cannot_be_read_is_refused(table: Table) -> None:
    await table.open()
    player = Player(table, "Ann")
    other_room = player.request("join", name="Ann")
    other_room.code = new_code()
    assert (await table.send(other_room)).refusal.code == "bad_command"
    no_session = player.request("join", name="Ann")
    no_session.id.session = "x"
    assert (await table.send(no_session)).refusal.code == "bad_command"
    nothing = player.request("join")
    nothing.command.Clear()
    assert (await table.send(nothing)).refusal.code == "unknown_command"
    nobody = player.request("join")
    nobody.player_id = ""
    assert (await table.send(nobody)).refusal.code == "not_seated"
    garbage = await table.nats.request(subjects.command(table.code), b"\xff\xff", timeout_s=10)
    assert game_pb2.ApplyResponse.FromString(garbage).refusal.code == "bad_command"


async def test_a_subject_that_names_no_room(table: Table) -> None:
    answer = await table.nats.request("cmd.nonsense", b"", timeout_s=10)
    assert game_pb2.ApplyResponse.FromString(answer).refusal.code == "not_found"


async def test_work_nobody_waits_for_is_not_begun(table: Table) -> None:
    await table.open()
    player = Player(table, "Ann")
    late = player.request("join", name="Ann")
    late.deadline_ms = 1
    await table.nats.publish(subjects.command(table.code), late.SerializeToString())
    assert (await Player(table, "Ben").ask("join", name="Ben")).accepted.seat == "p1"


async def test_only_what_changed_is_sent(table: Table) -> None:
    await table.open()
    ann, _ben = await table.seated("Ann", "Ben")
    await ann.ask("set", changes={"start_hand": "5"})
    update = table.updates()[-1]
    assert shown(update.room)["settings"]["start_hand"] == "5"
    assert update.table == b""
    assert [seat.view for seat in update.seats] == [b"", b""]
    await ann.ask("start")
    update = table.updates()[-1]
    assert shown(update.table)["phase"] == "playing"
    assert all(len(shown(seat.view)["hand"]) >= 5 for seat in update.seats)


async def test_each_sees_its_own_cards_and_nobody_elses(table: Table) -> None:
    await table.open()
    ann, ben = await table.seated("Ann", "Ben")
    await ann.ask("start")
    seen_by_ann, seen_by_ben, seen_by_others = await ann.view(), await ben.view(), await table.view()
    assert [seat.seat for seat in seen_by_ann.update.seats] == ["p1"]
    assert [seat.player_id for seat in seen_by_ben.update.seats] == [ben.id]
    assert not seen_by_others.update.seats
    assert seen_by_others.seat == ""
    assert seen_by_ann.update.table == seen_by_others.update.table != b""


async def test_a_closed_room_is_gone(table: Table) -> None:
    await table.open()
    await table.seated("Ann")
    close = command_pb2.SystemCommand(close=command_pb2.CloseRoom(reason="operator"))
    assert (await table.system(close)).HasField("accepted")
    update = table.updates()[-1]
    assert (update.closed, update.version) == (True, 4)
    assert (await table.view()).refusal.code == "not_found"
    assert await table.redis.exists(room_key(table.code)) == 0
    assert await table.redis.keys("{*") == []


async def test_sync_names_the_rooms_that_differ(table: Table) -> None:
    await table.open()
    gone = new_code()
    asked = game_pb2.SyncRequest(
        rooms=[
            game_pb2.RoomVersion(code=table.code, version=1),
            game_pb2.RoomVersion(code=gone, version=3),
            game_pb2.RoomVersion(code="../etc", version=3),
        ]
    )
    answer = await table.nats.request(subjects.SYNC, asked.SerializeToString(), timeout_s=10)
    assert [(room.code, room.version) for room in game_pb2.SyncResponse.FromString(answer).rooms] == [(gone, 0)]
    await table.seated("Ann")
    answer = await table.nats.request(subjects.SYNC, asked.SerializeToString(), timeout_s=10)
    assert game_pb2.SyncResponse.FromString(answer).rooms[0].version == 3


async def test_who_comes_while_a_round_runs_waits_for_a_seat(table: Table) -> None:
    await table.open()
    ann, _ben = await table.seated("Ann", "Ben")
    await ann.ask("start")
    late = Player(table, "Cid")
    reply = await late.ask("join", name="Cid")
    assert (reply.accepted.seat, reply.accepted.waiting) == ("", True)
    assert (await late.ask("leave")).HasField("accepted")


async def test_a_room_with_too_much_to_do_says_so(nats_url: str, redis_url: str) -> None:
    config = config_for(nats_url, redis_url, game_queue_per_room=1)
    async with worker(config), table_at(config) as table:
        await table.open()
        crowd = [Player(table, f"Ann{number}") for number in range(30)]
        replies = await asyncio.gather(*(player.ask("join", name=player.name) for player in crowd))
        refused = [reply.refusal for reply in replies if reply.HasField("refusal")]
        assert {(refusal.code, refusal.retry_after_ms > 0) for refusal in refused} == {("overloaded", True)}
        again = [player for player, reply in zip(crowd, replies, strict=True) if reply.HasField("refusal")]
        assert (await again[0].ask("join", name="Zoe", n=1)).HasField("accepted")
