"""docs/metrics.md lists what running services expose, all of it and nothing else."""

import asyncio
from collections.abc import Mapping

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.conftest import Seated
from tests.e2e.rounds import play_round
from tools.dev import Stack
from tools.observe.documented import SERVICES, documented

pytestmark = pytest.mark.asyncio(loop_scope="package")

Exposed = Mapping[str, tuple[str, set[str]]]
"""Name → type, and the labels that were seen."""


async def exposed(client: httpx.AsyncClient, url: str) -> Exposed:
    text = (await client.get(url)).raise_for_status().text
    found: dict[str, tuple[str, set[str]]] = {}
    for family in text_string_to_metric_families(text):
        if family.name.startswith("zerocards_"):
            name = family.name + "_total" * (family.type == "counter")
            found[name] = family.type, {label for sample in family.samples for label in sample.labels} - {"le"}
    return found


async def test_the_page_lists_what_running_services_expose(stack: Stack, seated: Seated) -> None:
    clients = await seated("Ann", "Bob", bots=1)
    await clients[0].command("start")
    await play_round(*clients)
    urls = stack.describe()["metrics"]
    assert isinstance(urls, dict)
    async with httpx.AsyncClient(trust_env=False) as client:
        pages = await asyncio.gather(*(exposed(client, url) for url in urls.values()))
    listed = documented()
    labels_seen = set()
    for child, page in zip(urls, pages, strict=True):
        service = child.partition("-")[0]
        expected = {name: metric.kind for name, metric in listed.items() if service in metric.services}
        assert {name: kind for name, (kind, _) in page.items()} == expected, child
        for name, (_, labels) in page.items():
            assert labels in (set(), listed[name].labels), name
            labels_seen.update((name, label) for label in labels)
    # A label has a value only once something has happened: a round with a bot makes these happen.
    assert {name for name, _ in labels_seen} >= {
        "zerocards_game_commands_total",
        "zerocards_game_rooms",
        "zerocards_gateway_answer_seconds",
        "zerocards_gateway_hellos_total",
        "zerocards_bots_wait_seconds",
        "zerocards_bots_turns_waiting",
    }
    assert set(SERVICES.values()) == {child.partition("-")[0] for child in urls}
