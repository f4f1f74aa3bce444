"""`python -m services.lobby`."""

from services.common.run import serve
from services.lobby.app import running
from services.lobby.config import LobbyConfig

if __name__ == "__main__":
    serve("lobby", LobbyConfig, running)
