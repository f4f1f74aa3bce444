"""The Redis keys that only game workers use; the shared ones are in services.common.codes."""

from services.common.codes import Code, log_key


def gateways_key(part: int) -> str:
    """A set: the gateways for which this partition has an `at` set, so that nobody has to scan for them."""
    return f"{{p{part}}}:at"


def phases_key(part: int) -> str:
    """A sorted set: the rooms of a partition by the number of their phase, for the metrics' sake."""
    return f"{{p{part}}}:phases"


def round_log_key(code: Code, name: str) -> str:
    """A list: one round's replay. `codes.log_key` lists the names of those that may be read."""
    return f"{log_key(code)}:{name}"


def spoke_field(player: str) -> str:
    """In the room's hash: the player's last command ids and their replies (P1)."""
    return f"d:{player}"
