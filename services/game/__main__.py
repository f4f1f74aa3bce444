"""`python -m services.game`."""

from services.common.run import serve
from services.game.app import running
from services.game.config import GameConfig

if __name__ == "__main__":
    serve("game", GameConfig, running)
