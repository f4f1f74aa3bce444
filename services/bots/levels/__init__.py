"""How well a bot plays."""

from services.bots.levels.easy import EASY
from services.bots.levels.hard import HARD
from services.bots.levels.level import Level
from services.bots.levels.normal import NORMAL

LEVELS: dict[str, Level] = {"easy": EASY, "normal": NORMAL, "hard": HARD}
