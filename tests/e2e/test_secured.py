"""An installation as deploy/ secures it: each service does its job with its own user, and can do nothing else."""

import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import grpc
import httpx
import nats
import pytest
import pytest_asyncio
import redis.asyncio
from nats.aio.client import Client as Nats
from nats.errors import Error as NatsError
from redis.exceptions import AuthenticationError, NoPermissionError, ResponseError
from zerocards.game.v1 import game_pb2, game_pb2_grpc
from zerocards.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from zerocards.ops.v1 import ops_pb2

from services.common import codes, leases, rpc, subjects, tls
from services.game import keys
from services.gateway.sessions import session_key
from tests.e2e.client import Client
from tests.e2e.rounds import play_round
from tools.dev import Options, Stack
from tools.dev.secured import OPS, Secured
from tools.dev.services import ROOT

pytestmark = pytest.mark.asyncio(loop_scope="package")

OnNats = tuple[Nats, set[str]]
"""A connection, and the subjects that it has been refused."""

CODE = codes.Code("ABCD2345")
PART = codes.partition(CODE)

EVERY_SUBJECT = {
    "command": subjects.command(CODE),
    "view": subjects.view(CODE),
    "replay": subjects.replay(CODE),
    "room": subjects.room(CODE),
    "talk": subjects.talk(CODE),
    "bot_turn": subjects.bot_turn("easy"),
    "schema": subjects.schema(2, CODE),
    "SYNC": subjects.SYNC,
    "LOBBY_CHANGED": subjects.LOBBY_CHANGED,
    "SESSION_SPENT": subjects.SESSION_SPENT,
    "OPS": subjects.OPS,
}
NOBODYS = {
    "all": ">",
    "all answers": "_INBOX.>",
    "the server's": "$SYS.REQ.SERVER.PING",
    "another stream": "$JS.API.STREAM.CREATE.OTHER",
    "the stream's end": "$JS.API.STREAM.DELETE.BOTS",
    "all turns": "$JS.API.STREAM.MSG.GET.BOTS",
    "something new": "something.new",
}
SAYS = {
    "game": {"room", "LOBBY_CHANGED", "bot_turn", "schema", "OPS"},
    "gateway": {"command", "view", "replay", "SYNC", "talk", "SESSION_SPENT"},
    "lobby": {"command"},
    "bots": {"command", "view"},
}
HEARS = {
    "game": {"OPS"},
    "gateway": {"room", "talk", "SESSION_SPENT", "OPS"},
    "lobby": {"LOBBY_CHANGED", "OPS"},
    "bots": {"OPS"},
}
HEARS_AS_ONE_OF_ITS_QUEUE = {"game": {"command", "view", "replay", "SYNC", "schema"}}

_REFUSED = re.compile(r"permissions violation for (publish|subscription) to \"([^\"]+)\"")


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def secured(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    options = Options(
        data_dir=tmp_path_factory.mktemp("secured"),
        ports_base=None,
        game_workers=1,
        secured=True,
        env={
            "ZEROCARDS_LOG_LEVEL": "debug",
            "ZEROCARDS_BOTS_PACE": "0",
            "ZEROCARDS_MESSAGES_PER_S": "1000",
            "ZEROCARDS_MESSAGE_BURST": "1000",
        },
    )
    async with Stack(options) as stack:
        yield stack


@pytest.fixture
def installed(secured: Stack) -> Secured:
    assert secured.wiring.secured is not None
    return secured.wiring.secured


@pytest_asyncio.fixture(loop_scope="package")
async def on_nats(secured: Stack, installed: Secured) -> AsyncIterator[Callable[[str], Awaitable[OnNats]]]:
    """A connection as this user, and the set that fills with what it is refused."""
    clients: list[Nats] = []

    async def connect(user: str) -> tuple[Nats, set[str]]:
        refused: set[str] = set()

        async def on_error(error: Exception) -> None:
            if found := _REFUSED.search(str(error).lower()):
                refused.add(found[2])

        config = installed.config(user, secured.wiring.ports)
        client = await nats.connect(
            config.nats_url, tls=tls.context(config), tls_handshake_first=True, error_cb=on_error, allow_reconnect=False
        )
        clients.append(client)
        return client, refused

    yield connect
    for client in clients:
        await client.close()


async def test_a_game_is_opened_listed_played_and_looked_back_on(secured: Stack, installed: Secured) -> None:
    ann, bob = Client(secured.url, "Annabella"), Client(secured.url, "Bobadilla")
    await ann.connect()
    await bob.connect()
    await bob.raw('{"watchLobbies":{"on":true}}')
    await ann.create("mercy", {"public": "on"})
    await bob.until(lambda: bob.listed(ann.code), "shown the room in the list")
    await bob.enter(ann.code)
    await ann.command("bot", level="hard")
    await ann.ask(talk={"phrase": "hello"})
    await bob.until(lambda: bob.of("talked"), "greeted")
    await ann.command("start")
    await bob.reload()
    await play_round(ann, bob)
    async with httpx.AsyncClient(base_url=secured.url, trust_env=False) as browser:
        replay = await browser.get(f"/api/replays/{ann.code}/1")
        assert replay.status_code == 200, replay.text
        assert (await browser.get("/api/lobbies")).status_code == 200
    told = {ann.name, bob.name, ann.token, bob.token, ann.player_id, bob.player_id, ann.seen.table.result.seed}
    thief = Client(secured.url, "Eve")
    thief.token = bob.token
    await thief.connect()
    await thief.reload()
    told |= {thief.token}
    await bob.drop()
    await ann.drop()
    await thief.drop()
    secrets = {part for whole in told for part in (whole, whole[:32], whole[32:]) if part}
    secrets |= set(installed._passwords.values())
    found = [line for log in secured.logs.glob("*.log") for line in log.read_text().splitlines() if _has(line, secrets)]
    assert not found, "even at debug no log names people, tokens, seeds or passwords"

    refused = [line for log in secured.logs.glob("*.log") for line in log.read_text().splitlines() if _denied(line)]
    assert not refused


def _has(line: str, secrets: set[str]) -> bool:
    return any(secret in line for secret in secrets)


def _denied(line: str) -> bool:
    return any(word in line.lower() for word in ("permissions violation", "noperm", "no permissions", "nopermission"))


async def test_the_table_above_knows_every_subject() -> None:
    named = {name for name, value in vars(subjects).items() if isinstance(value, str) and name.isupper()}
    named -= {name for name in named if name.startswith("ALL_")} | {"GAME_QUEUE", "BOTS_STREAM"}
    made = {
        name
        for name, value in vars(subjects).items()
        if inspect.isfunction(value) and value.__module__ == subjects.__name__
    }
    made -= {"inbox", "all_of_schema", "code_of"}
    assert named | made == set(EVERY_SUBJECT)


@pytest.mark.parametrize("user", SAYS)
async def test_what_a_service_may_say_and_hear(user: str, on_nats: Callable[[str], Awaitable[OnNats]]) -> None:
    client, refused = await on_nats(user)
    others = {f"inbox of {other}": f"{subjects.inbox(other)}.x.y" for other in SAYS if other != user}
    every = EVERY_SUBJECT | NOBODYS | others
    answers = {"inbox of gateway", "inbox of lobby", "inbox of bots"} if user == "game" else set()

    said = {name: subject for name, subject in every.items() if not subject.endswith(">")}
    for subject in said.values():
        await client.publish(subject, b"")
    await _answered(client)
    assert {name for name, subject in said.items() if subject.lower() not in refused} == SAYS[user] | answers

    refused.clear()
    for subject in every.values():
        await client.subscribe(subject)
    await client.subscribe(f"{subjects.inbox(user)}.x.*")
    await _answered(client)
    assert {name for name, subject in every.items() if subject.lower() not in refused} == HEARS[user]

    refused.clear()
    for subject in every.values():
        await client.subscribe(subject, subjects.GAME_QUEUE)
    await _answered(client)
    in_queue = {name for name, subject in every.items() if subject.lower() not in refused}
    assert in_queue == HEARS[user] | HEARS_AS_ONE_OF_ITS_QUEUE.get(user, set())


async def test_every_service_answers_an_order_and_no_more(on_nats: Callable[[str], Awaitable[OnNats]]) -> None:
    client, _ = await on_nats("game")
    inbox = f"{subjects.inbox('game')}.orders.1"
    answers = await client.subscribe(inbox)
    await client.publish(
        subjects.OPS, ops_pb2.Order(operator="test", status=ops_pb2.GetStatusRequest()).SerializeToString(), reply=inbox
    )
    heard = {ops_pb2.ProcessStatus.FromString((await answers.next_msg(5)).data).service for _ in range(4)}
    assert heard == {"game", "gateway", "lobby", "bots"}


async def _answered(client: Nats) -> None:
    """The first PONG may overtake what was said just now (see Bus.settled)."""
    await client.flush()
    await client.flush()


@pytest.mark.parametrize("without", ["a password", "a certificate", "TLS"])
async def test_nobody_else_gets_onto_the_bus(secured: Stack, installed: Secured, without: str) -> None:
    config = installed.config("gateway", secured.wiring.ports)
    url = config.nats_url.rpartition("@")[2]
    context = tls.context(config)
    if without == "a certificate":
        context = tls.context(type(config)(tls_ca=config.tls_ca))
    whole = {
        "a password": f"tls://{url}",
        "a certificate": config.nats_url,
        "TLS": config.nats_url.replace("tls", "nats", 1),
    }
    client = Nats()
    with pytest.raises((NatsError, OSError)):
        await client.connect(
            whole[without],
            tls=context if without != "TLS" else None,
            tls_handshake_first=without != "TLS",
            allow_reconnect=False,
            connect_timeout=2,
            error_cb=_quiet,
        )
    await client.close()


async def _quiet(_: Exception) -> None:
    """What is wrong, the exception says."""


ROOM, LOG = codes.room_key(CODE), keys.round_log_key(CODE, "1")
MAY_BE_DONE = {
    "game": [
        f"HMGET {ROOM} v", f"HGET {ROOM} v", f"SMEMBERS {keys.gateways_key(PART)}",
        f"ZCOUNT {keys.phases_key(PART)} 0 1", f"EXISTS {leases.lease_key('g')}",
        f"LPOS {codes.log_key(CODE)} 1", f"LRANGE {LOG} 0 -1", f"SREM {codes.at_key(PART, 'g')} {CODE}", "TIME",
    ],
    "gateway": [f"HSET {session_key('x')} a b", f"EXPIRE {session_key('x')} 60", f"DEL {leases.lease_key('g')}"],
    "lobby": [f"HGETALL {codes.open_key(PART)}"],
}  # fmt: skip
MAY_NOT_BE_DONE = {
    "game": [f"HGET {session_key('x')} player", f"SET {leases.lease_key('g')} 1", "GET salt:20260101"],
    "gateway": [f"HGET {ROOM} r", f"HGETALL {codes.open_key(PART)}", f"LRANGE {LOG} 0 -1"],
    "lobby": [f"HGET {ROOM} r", f"HSET {codes.open_key(PART)} a b", f"HGETALL {session_key('x')}", "TIME"],
}
NOBODYS_BUSINESS = (
    "CONFIG GET *", "KEYS *", "SCAN 0", "DEBUG OBJECT x", "FLUSHALL", "MONITOR", "SHUTDOWN NOSAVE", "ACL LIST", "SAVE",
    "CLIENT LIST", "CLIENT KILL TYPE normal", "SCRIPT FLUSH", "REPLICAOF NO ONE", "MODULE LIST", "SUBSCRIBE x", "INFO",
    "EVAL return(redis.call('keys','*')) 0", "FUNCTION LIST", "SWAPDB 0 1", "MIGRATE h 1 k 0 1", "RANDOMKEY",
)  # fmt: skip


@pytest.mark.parametrize("user", MAY_BE_DONE)
async def test_what_a_service_may_do_in_redis(secured: Stack, installed: Secured, user: str) -> None:
    url = installed.redis_url(user, secured.wiring.ports)
    for command in MAY_BE_DONE[user]:
        async with redis.asyncio.Redis.from_url(url) as client:
            await client.execute_command(*command.split())
    done = [command for command in (*MAY_NOT_BE_DONE[user], *NOBODYS_BUSINESS) if not await _is_refused(url, command)]
    assert not done


async def _is_refused(url: str, command: str) -> bool:
    async with redis.asyncio.Redis.from_url(url) as client:
        try:
            await client.execute_command(*command.split())
        except NoPermissionError:
            return True
        except ResponseError as error:
            # DEBUG is off for everybody; a script is told by the server, and tells us.
            return "not allowed" in str(error) or "ACL failure in script" in str(error)
        return False


@pytest.mark.parametrize(
    ("user", "scripts"), [("game", "services/game"), ("gateway", "services/gateway")], ids=["game", "gateway"]
)
async def test_a_service_may_do_all_that_its_scripts_do(user: str, scripts: str) -> None:
    rules = next(line for line in _acl() if line.startswith(f"user {user} "))
    done = {
        name.lower()
        for script in (ROOT / scripts).glob("*.lua")
        for name in re.findall(r"redis\.call\('(\w+)'", script.read_text())
    }
    assert done
    assert not done - set(re.findall(r"\+([a-z]+)\b", rules))


def _acl() -> list[str]:
    return Path(ROOT / "deploy/redis/users.acl").read_text().splitlines()


async def test_nobody_else_gets_into_redis(secured: Stack) -> None:
    address = f"127.0.0.1:{secured.wiring.ports.redis}/0"
    for who in ("", "default:@", "default:x@", "game:@", "game:wrong@", "bots:x@", "replica:@"):
        async with redis.asyncio.Redis.from_url(f"redis://{who}{address}") as client:
            with pytest.raises((AuthenticationError, NoPermissionError, ResponseError)):
                await client.ping()
    async with redis.asyncio.Redis.from_url(f"redis://health:any@{address}") as probe:
        assert await probe.ping()
        with pytest.raises(NoPermissionError):
            await probe.get("x")


async def test_only_certificates_of_the_right_name_may_ask_over_grpc(secured: Stack, installed: Secured) -> None:
    ports = secured.wiring.ports
    worker, lobby = (f"127.0.0.1:{ports.grpc(name)}" for name in ("game-1", "lobby"))
    expected = {
        (OPS, worker): grpc.StatusCode.NOT_FOUND, (OPS, lobby): grpc.StatusCode.OK,
        ("gateway", worker): grpc.StatusCode.PERMISSION_DENIED, ("gateway", lobby): grpc.StatusCode.OK,
        ("bots", worker): grpc.StatusCode.PERMISSION_DENIED, ("bots", lobby): grpc.StatusCode.PERMISSION_DENIED,
    }  # fmt: skip
    found = {}
    for user, address in expected:
        async with rpc.channel(installed.config(user, ports), address) as channel:
            found[user, address] = await _outcome(channel, inspects=address == worker)
    assert found == expected

    async with grpc.aio.insecure_channel(worker) as channel:
        assert await _outcome(channel, inspects=True) is grpc.StatusCode.UNAVAILABLE


async def _outcome(channel: grpc.aio.Channel, *, inspects: bool) -> grpc.StatusCode:
    try:
        if inspects:
            request = game_pb2.InspectRequest(code=CODE, operator="test")
            await game_pb2_grpc.GameServiceStub(channel).Inspect(request, timeout=5)
        else:
            await lobby_pb2_grpc.LobbyServiceStub(channel).ListRooms(lobby_pb2.ListRoomsRequest(), timeout=5)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK
