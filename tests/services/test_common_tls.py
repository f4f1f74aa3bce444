"""Certificates: who shows none, or a stranger's, is not talked to; what is wrong with them is said at the start."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import trustme

from services.common import redis, tls
from services.common.config import ServiceConfig
from services.common.errors import CannotStart
from tools.dev.servers import LOOPBACK

AUTHORITY, STRANGERS = trustme.CA(), trustme.CA()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """game.pem, game.key and ca.pem, and the same of a stranger."""
    for name, authority in (("game", AUTHORITY), ("stranger", STRANGERS)):
        made = authority.issue_cert(name, common_name=name)
        made.private_key_pem.write_to_path(tmp_path / f"{name}.key")
        made.cert_chain_pems[0].write_to_path(tmp_path / f"{name}.pem")
    AUTHORITY.cert_pem.write_to_path(tmp_path / "ca.pem")
    STRANGERS.cert_pem.write_to_path(tmp_path / "strangers.pem")
    return tmp_path


@pytest_asyncio.fixture
async def tunnel(redis_url: str) -> AsyncIterator[str]:
    """A `rediss://` URL: TLS both ways before a Valkey whose wheel has none of its own."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.verify_mode = ssl.CERT_REQUIRED
    AUTHORITY.configure_trust(context)
    AUTHORITY.issue_cert(LOOPBACK).configure_cert(context)
    port = int(redis_url.rpartition(":")[2].partition("/")[0])

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection(LOOPBACK, port)
        await asyncio.gather(carry(reader, inner_writer), carry(inner_reader, writer))

    server = await asyncio.start_server(connected, LOOPBACK, 0, ssl=context)
    async with server:
        yield f"rediss://{LOOPBACK}:{server.sockets[0].getsockname()[1]}/0"
        server.close()


def _config(files: Path, url: str, *, ca: str = "ca.pem", name: str = "game") -> ServiceConfig:
    paths = {"tls_ca": files / ca}
    if name:
        paths |= {"tls_cert": files / f"{name}.pem", "tls_key": files / f"{name}.key"}
    return ServiceConfig(redis_url=url, start_s=0.5, **{field: str(path) for field, path in paths.items()})


@pytest.mark.asyncio
async def test_redis_is_talked_to_with_a_certificate_of_its_authority(files: Path, tunnel: str) -> None:
    async with redis.connected(_config(files, tunnel), "test") as client:
        assert await client.ping()


@pytest.mark.parametrize("wrong", [{"ca": "strangers.pem"}, {"name": "stranger"}, {"name": ""}])
@pytest.mark.asyncio
async def test_redis_is_not_talked_to_otherwise(files: Path, tunnel: str, wrong: dict[str, str]) -> None:
    with pytest.raises(CannotStart):
        async with redis.connected(_config(files, tunnel, **wrong), "test"):
            pass


def test_a_certificate_without_its_key_is_refused(files: Path) -> None:
    with pytest.raises(CannotStart, match="ZEROCARDS_TLS_KEY"):
        tls.context(ServiceConfig(tls_cert=str(files / "game.pem")))


@pytest.mark.parametrize("field", ["tls_ca", "tls_cert", "tls_key"])
def test_what_cannot_be_read_is_refused_for_grpc_too(files: Path, field: str) -> None:
    whole = {"tls_ca": files / "ca.pem", "tls_cert": files / "game.pem", "tls_key": files / "game.key"}
    for wrong in (files / "not-there", files / "empty.pem"):
        (files / "empty.pem").touch()
        config = ServiceConfig(**{name: str(path) for name, path in (whole | {field: wrong}).items()})
        for make in (tls.server_credentials, tls.channel_credentials):
            with pytest.raises(CannotStart, match="ZEROCARDS_TLS_CA"):
                make(config)


def test_grpc_is_encrypted_both_ways_or_not_at_all(files: Path) -> None:
    assert tls.server_credentials(ServiceConfig()) is None
    assert tls.channel_credentials(ServiceConfig(tls_ca=str(files / "ca.pem"))) is None
    assert tls.server_credentials(_config(files, "redis://nowhere")) is not None
