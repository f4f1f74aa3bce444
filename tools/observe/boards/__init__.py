"""The dashboards."""

from tools.observe.boards.bots import BOTS
from tools.observe.boards.dependencies import DEPENDENCIES
from tools.observe.boards.players import PLAYERS
from tools.observe.boards.workers import WORKERS

BOARDS = (PLAYERS, WORKERS, BOTS, DEPENDENCIES)

__all__ = ["BOARDS"]
