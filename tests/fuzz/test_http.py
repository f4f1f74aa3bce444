"""The HTTP interface as docs/openapi.yaml has it, under whatever Schemathesis thinks of."""

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tools.dev import Options, Stack

ROOT = Path(__file__).parents[2]
SPEC, HTTP = ROOT / "docs/openapi.yaml", ROOT / "services/gateway/http.py"
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
SHORT = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)  # fmt: skip
api = schemathesis.openapi.from_path(SPEC)


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A stack whose loop turns in another thread: Schemathesis asks without one."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    stack = Stack(
        Options(
            data_dir=tmp_path_factory.mktemp("http"), ports_base=None, game_workers=1,
            env={"ZEROCARDS_MISSES_PER_MINUTE": "0", "ZEROCARDS_MISSES_OVERALL": "0"},
        )
    )  # fmt: skip
    asyncio.run_coroutine_threadsafe(stack.start(), loop).result()
    yield stack.url
    logged = (stack.logs / "gateway.log").read_text()
    asyncio.run_coroutine_threadsafe(stack.stop(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
    assert '"level":"error"' not in logged


@SHORT
@api.parametrize()
def test_every_answer_is_the_specs(case: schemathesis.Case, base_url: str) -> None:
    case.call_and_validate(base_url=base_url, checks=CHECKS)


def test_the_spec_names_every_route() -> None:
    """But the page, the socket and what is not there."""
    routes = set(re.findall(r'Route\("(/[^"]*)"', HTTP.read_text())) - {"/ws", "/{path:path}", "/api/{path:path}"}
    assert routes == {operation.ok().path for operation in api.get_all_operations()}
