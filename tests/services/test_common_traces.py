"""Traces: one a command, from the gateway through every stage of the worker; nothing at all where nobody wants them."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from services.common import subjects, traces
from services.common.arrived import Arrived
from tests.fixtures.game import Table, config_for, table_at, worker

pytestmark = pytest.mark.asyncio

STAGES = {"queue", "load", "decide", "commit", "publish"}


@pytest.fixture
def made() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    traces.switch_on(provider)
    yield exporter
    traces.switch_off()
    provider.shutdown()


@pytest_asyncio.fixture
async def table(nats_url: str, redis_url: str) -> AsyncIterator[Table]:
    config = config_for(nats_url, redis_url)
    async with worker(config), table_at(config) as table:
        yield table


async def test_a_command_is_one_trace_and_each_stage_a_span_of_it(made: InMemorySpanExporter, table: Table) -> None:
    with traces.span("frame") as frame:
        assert (await table.open()).accepted.version == 1
    spans = {span.name: span for span in made.get_finished_spans() if span.context.trace_id == frame.context.trace_id}
    assert spans.keys() == {"frame", "cmd", *STAGES}
    assert spans["cmd"].parent is not None
    assert spans["cmd"].parent.span_id == frame.context.span_id
    assert spans["cmd"].attributes == {"room": table.code}
    for stage in STAGES:
        assert spans[stage].parent is not None
        assert spans[stage].parent.span_id == spans["cmd"].context.span_id
    # One after the other, none longer than the whole.
    order = [spans[stage] for stage in ("queue", "load", "decide", "commit", "publish")]
    times = [time for span in order for time in (span.start_time or 0, span.end_time or 0)]
    assert times == sorted(times)
    assert (spans["cmd"].start_time or 0) <= times[0]


async def test_without_traces_nothing_is_told_in_headers(table: Table) -> None:
    heard: list[Arrived] = []

    async def hear(message: Arrived) -> None:
        heard.append(message)

    await table.nats.subscribe(subjects.command(table.code), hear)
    await table.nats.settled()
    with traces.span("frame"):
        await table.open()
    assert [message.headers for message in heard] == [None]
    assert not traces.on
