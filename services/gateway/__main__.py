"""`python -m services.gateway`."""

from services.common.run import serve
from services.gateway.app import gateway
from services.gateway.config import GatewayConfig

if __name__ == "__main__":
    serve("gateway", GatewayConfig, gateway)
