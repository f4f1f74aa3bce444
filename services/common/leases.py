"""A gateway's sign of life in Redis: the gateway renews it, game workers read it (P5)."""

from typing import Final

LEASE_S: Final = 10
"""A gateway silent for so long is taken for dead, and its players are shown as offline."""
RENEW_S: Final = 3


def lease_key(gateway: str) -> str:
    """Exists while the gateway lives."""
    return f"gateway:{gateway}"
