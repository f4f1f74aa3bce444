"""Searches in processes of their own: what they decide, and what happens when one dies or too many wait."""

import asyncio
import multiprocessing
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from services.bots import asked
from services.bots.asked import Asked
from services.bots.thinking import Thinkers, at_once
from services.game.engine.commands import PlayCard
from tests.services.bots_turns import turn

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(processes=1, budget_ms=5.0)
    await thinkers.start()
    yield thinkers
    thinkers.stop()


def hard_turn() -> Asked:
    return asked.read(turn(level="hard"))


async def test_a_search_decides(thinkers: Thinkers) -> None:
    (move,) = await thinkers.think(hard_turn())
    assert isinstance(move, PlayCard)


async def test_a_process_that_dies_is_replaced(thinkers: Thinkers) -> None:
    (process,) = multiprocessing.active_children()
    process.kill()
    (move,) = await thinkers.think(hard_turn())
    assert isinstance(move, PlayCard)
    assert process not in multiprocessing.active_children()


async def test_when_too_many_wait_it_plays_without_a_search(thinkers: Thinkers) -> None:
    every = await asyncio.gather(*(thinkers.think(hard_turn()) for _ in range(30)))
    assert all(isinstance(move, PlayCard) for (move,) in every)


async def test_other_levels_decide_on_the_spot() -> None:
    (move,) = await at_once(asked.read(turn()))
    assert isinstance(move, PlayCard)
