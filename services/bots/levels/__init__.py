"""How well a bot plays. `hard` plays as `normal` does until it has a search of its own."""

from services.bots.levels.easy import EASY
from services.bots.levels.level import Level
from services.bots.levels.normal import NORMAL

LEVELS: dict[str, Level] = {"easy": EASY, "normal": NORMAL, "hard": NORMAL}
