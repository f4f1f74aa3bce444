"""`python -m services.bots`."""

from services.bots.app import service
from services.bots.config import BotsConfig
from services.common.run import serve

if __name__ == "__main__":
    serve("bots", BotsConfig, service)
