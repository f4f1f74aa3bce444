import httpx
import pytest

from services.common.errors import CannotStart
from services.common.health import Health, answering

pytestmark = pytest.mark.asyncio


async def ask(port: int, path: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(f"http://127.0.0.1:{port}{path}")


async def test_ready_from_the_start_until_the_drain() -> None:
    health = Health()
    async with answering(health, "127.0.0.1", 0) as port:
        assert (await ask(port, "/readyz")).status_code == 503
        health.start()
        assert (await ask(port, "/readyz")).status_code == 200
        health.drain()
        draining = await ask(port, "/readyz")
        assert draining.status_code == 503
        assert draining.json() == {"started": True, "not_draining": False}
        assert (await ask(port, "/healthz")).status_code == 200


async def test_a_check_that_fails_is_named() -> None:
    health = Health()
    health.start()
    health.ready_if("index", lambda: False)
    health.alive_if("nats", lambda: False)
    async with answering(health, "127.0.0.1", 0) as port:
        assert (await ask(port, "/readyz")).json()["index"] is False
        alive = await ask(port, "/healthz")
        assert alive.status_code == 503
        assert alive.json() == {"nats": False}


async def test_metrics_are_shown() -> None:
    async with answering(Health(), "127.0.0.1", 0) as port:
        page = await ask(port, "/metrics")
    assert "zerocards_nats_connected" in page.text
    assert "_created" not in page.text  # a second series for every counter


async def test_a_port_that_is_taken_is_said() -> None:
    async with answering(Health(), "127.0.0.1", 0) as port:
        with pytest.raises(CannotStart, match=str(port)):
            async with answering(Health(), "127.0.0.1", port):
                pass
