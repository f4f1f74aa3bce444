"""The codes with which the gateway closes a socket (docs/protocol.md): the client decides by them what to do next."""

from enum import IntEnum


class Close(IntEnum):
    GONE = 1000
    """The other side is gone already."""
    TOO_LONG = 1009
    """A frame longer than its kind may be. uvicorn uses it too."""
    INTERNAL = 1011
    """A fault of ours: connect again, slowly. uvicorn: no answer to its ping."""
    RESTARTING = 1012
    """This gateway drains: connect again at once, another will answer."""
    TRY_LATER = 1013
    """Redis or the game workers cannot be asked just now: connect again, slowly, with the same token."""
    HELLO_TIMEOUT = 4001
    """No valid hello in time."""
    TOKEN_SPENT = 4002
    """A token was used again after its successor: both connections end, the identity with them."""
    SLOW = 4003
    """Read too slowly: connect again."""
    FLOODING = 4004
    """Went on sending far above the limit."""
    BINARY = 4005
    """Sent a binary frame."""
