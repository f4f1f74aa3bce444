"""The siege in its short form. `make verify` runs it for a minute with 200 connections."""

import pytest

from tools.garbage.run import Siege, run


@pytest.mark.long
@pytest.mark.asyncio
async def test_garbage_is_noticed_by_nobody() -> None:
    # The machine that tests run on does many things: how long players wait, the long form says.
    siege = Siege(connections=40, seconds=6, rooms=2, moves_per_s=10, p99_ms=5_000)

    result = await run(siege)

    assert result["faults"] == []
    assert result["sent"]["connections"] > siege.connections, "some were cut off and came again"
    assert result["sent"]["pieces"] > 1_000
