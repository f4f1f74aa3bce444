"""What a round leaves beside the state: the lobby index, the replay log, bot turns, the gateways' sets."""

import asyncio
import gzip
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from nats.js.api import StreamConfig
from zerocards.bots.v1.bots_pb2 import BotTurn
from zerocards.game.v1 import command_pb2
from zerocards.game.v1.game_pb2 import GetReplayRequest, GetReplayResponse
from zerocards.lobby.v1.lobby_pb2 import LobbyChanged

from services.common import subjects
from services.common.codes import at_key, log_key, open_key, partition
from services.game import replay_file
from services.game.keys import round_log_key
from services.game.replay import check
from tests.fixtures.game import Player, Table, config_for, shown, table_at, worker

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def table(nats_url: str, redis_url: str) -> AsyncIterator[Table]:
    config = config_for(nats_url, redis_url)
    async with table_at(config) as table:
        await table.nats.jetstream().add_stream(
            StreamConfig(name=subjects.BOTS_STREAM, subjects=[subjects.ALL_BOT_TURNS])
        )
        await table.listen(subjects.LOBBY_CHANGED, subjects.ALL_BOT_TURNS)
        async with worker(config):
            yield table


async def entry(table: Table) -> LobbyChanged | None:
    stored = await table.redis.hget(open_key(partition(table.code)), table.code)
    return LobbyChanged.FromString(stored) if stored else None  # type: ignore[arg-type]


def announced(table: Table) -> list[LobbyChanged]:
    return [LobbyChanged.FromString(one.data) for one in table.heard if one.subject == subjects.LOBBY_CHANGED]


async def test_a_public_room_is_listed_until_it_starts(table: Table) -> None:
    await table.open(public="on")
    ann, _ben = await table.seated("Ann", "Ben")
    listed = await entry(table)
    assert listed is not None
    assert (listed.room.host_name, listed.room.players, listed.room.ruleset) == ("Ann", 2, "zerocards")
    assert listed == announced(table)[-1]
    await ann.ask("start")
    assert await entry(table) is None
    assert not announced(table)[-1].HasField("room")
    assert announced(table)[-1].version == table.updates()[-1].version


async def test_the_index_is_written_only_when_the_entry_changed(table: Table) -> None:
    await table.open(public="on")
    (ann,) = await table.seated("Ann")
    before = len(announced(table))
    await ann.connect(connection="2")
    assert len(announced(table)) == before


async def test_a_private_room_is_never_listed(table: Table) -> None:
    await table.open(public="off")
    await table.seated("Ann")
    assert await entry(table) is None
    assert announced(table) == []


async def test_a_closed_room_is_listed_no_more(table: Table) -> None:
    await table.open(public="on")
    await table.seated("Ann")
    await table.system(command_pb2.SystemCommand(close=command_pb2.CloseRoom(reason="operator")))
    assert await entry(table) is None
    assert not announced(table)[-1].HasField("room")


async def logs(table: Table) -> list[str]:
    """The names of those that may be read."""
    return [name.decode() for name in await table.redis.lrange(log_key(table.code), 0, -1)]  # type: ignore[union-attr]


async def log_of(table: Table, name: str) -> str:
    return b"\n".join(await table.redis.lrange(round_log_key(table.code, name), 0, -1)).decode()  # type: ignore[arg-type]


async def test_a_round_is_logged_and_listed_when_it_is_over(table: Table) -> None:
    await table.open()
    ann, ben, cid = await table.seated("Ann", "Ben", "Cid")
    await ann.ask("start")
    name = "1"
    await Player(table, "Dan").ask("join", name="Dan")
    left = await cid.ask("leave")
    assert await logs(table) == []
    over = await ben.ask("leave")
    assert shown(table.updates()[-1].table)["result"]["winner"] == "p1"
    assert await logs(table) == [name]
    text = await log_of(table, name)
    assert "Ann" not in text
    assert "Dan" not in text
    replay = replay_file.parse(text)
    assert replay.header.result == replay_file.HeaderResult("p1", "last_in", {"p1": 0, "p2": 0, "p3": 0})
    assert [(line.who, line.command, line.version, line.id) for line in replay.lines[1:]] == [
        ("p3", "leave", left.accepted.version, f"{cid.session}:{left.id.n}"),
        ("p2", "leave", over.accepted.version, f"{ben.session}:{over.id.n}"),
    ]
    assert 0 < await table.redis.ttl(round_log_key(table.code, name)) <= 2 * 24 * 3_600


async def test_a_logged_round_can_be_played_again(table: Table) -> None:
    await table.open("classic108")
    ann, ben = await table.seated("Ann", "Ben")
    await ann.ask("start")
    name = "1"
    for _ in range(12):
        for player in (ann, ben):
            await plays_no_card(player)
    await ann.connect(connection="2")
    await ben.ask("leave")
    replay = replay_file.parse(await log_of(table, name))
    assert len(replay.lines) > 12
    assert check(replay) == ""


async def plays_no_card(player: Player) -> None:
    """One step of a turn without: a wild start card's colour, a card drawn, or a pass after that."""
    verbs = shown((await player.view()).update.seats[0].view).get("verbs", [])
    if "colour" in verbs:
        await player.ask("colour", colour="r")
    await player.ask("pass" if "pass" in verbs else "draw")


async def asked_for(table: Table, number: int, *, positions: bool = False) -> GetReplayResponse:
    request = GetReplayRequest(code=table.code, replay=number, positions=positions)
    answer = await table.nats.request(subjects.replay(table.code), request.SerializeToString(), timeout_s=5)
    return GetReplayResponse.FromString(answer)


async def test_a_replay_is_handed_out_once_its_round_is_over(table: Table) -> None:
    await table.open()
    ann, ben = await table.seated("Ann", "Ben")
    await ann.ask("start")
    assert shown(table.updates()[-1].table)["replay"] == 1
    assert (await asked_for(table, 1)).refusal.code == "not_found"
    await ben.ask("leave")
    assert (await asked_for(table, 1)).text == await log_of(table, "1")
    found = gzip.decompress((await asked_for(table, 1, positions=True)).positions)
    assert [position["command"] for position in shown(found)["positions"][1:]] == ["leave"]
    assert (await asked_for(table, 2)).refusal.code == "not_found"


async def test_the_log_of_a_round_that_never_ended_is_dropped(table: Table) -> None:
    await table.open()
    ann, _ben = await table.seated("Ann", "Ben")
    await ann.ask("start")
    name = "1"
    assert await table.redis.llen(round_log_key(table.code, name)) == 1
    await table.system(command_pb2.SystemCommand(close=command_pb2.CloseRoom(reason="operator")))
    assert await table.redis.keys("{*") == []


@pytest.mark.rule("COM-20")
@pytest.mark.rule("COM-30")
async def test_who_waited_has_the_room_when_the_last_human_leaves_a_round(table: Table) -> None:
    await table.open()
    (ann,) = await table.seated("Ann")
    await ann.ask("bot", level="normal")
    await ann.ask("start")
    name = "1"
    dan = Player(table, "Dan")
    assert (await dan.ask("join", name="Dan")).accepted.waiting
    assert (await ann.ask("leave")).HasField("accepted")
    room = shown((await dan.view()).update.room)
    assert (room["phase"], room["host"]) == ("lobby", "p3")
    assert await logs(table) == []
    assert not await table.redis.exists(round_log_key(table.code, name))


async def test_a_bot_is_asked_for_what_it_owes_and_only_once(table: Table) -> None:
    await table.open("classic108")
    (ann,) = await table.seated("Ann")
    for _ in range(9):
        await ann.ask("bot", level="normal")
    await ann.ask("start")
    async with asyncio.timeout(30):
        while not (turns := [one for one in table.heard if one.subject == "bots.turn.normal"]):
            # Ann begins in one of ten rounds; then a bot is asked when she is done.
            view = shown((await ann.view()).update.table)
            if view["turn"] == "p1":
                await plays_no_card(ann)
            await asyncio.sleep(0.01)
    turn = BotTurn.FromString(turns[0].data)
    assert turn.level == "normal"
    assert turn.stale_ms > turn.posted_ms
    seat, tables = shown(turn.view), shown(turn.table)
    assert tables["turn"] == turn.seat == seat["seat"]
    assert len(seat["hand"]) == 7
    assert turn.owed


async def test_a_room_is_in_the_set_of_each_gateway_that_holds_a_connection(table: Table) -> None:
    await table.open()
    ann, ben = await table.seated("Ann", "Ben")
    part = partition(table.code)
    assert await table.redis.smembers(at_key(part, "gateway-1")) == {table.code.encode()}
    for player in (ann, ben):
        await player.connect(gateway="gateway-2")
    assert not await table.redis.exists(at_key(part, "gateway-1"))
    assert await table.redis.smembers(at_key(part, "gateway-2")) == {table.code.encode()}
