"""What hostile connections send: each kind is an endless stream of pieces for one connection."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from services.common.codes import ALPHABET, LENGTH
from tools.load.player import SUBPROTOCOL

_CORPUS = Path(__file__).parents[2] / "tests/fuzz/corpus"
_FRAMES = tuple(path.read_text() for path in sorted((_CORPUS / "frames").iterdir()))
_LONG = 30_000

Pieces = Iterator[str | bytes]
"""Text frames as text, binary frames as bytes; to a connection that is no socket bytes as they are."""


def noise(lot: random.Random) -> Pieces:
    """Any text at all."""
    while True:
        yield "".join(
            chr(lot.choice((lot.randrange(0x20, 0x7F), lot.randrange(0xD7FF)))) for _ in range(lot.randrange(200))
        )


def broken(lot: random.Random) -> Pieces:
    """Frames of the contract with bytes changed, cut off, put in and repeated."""
    while True:
        text = lot.choice(_FRAMES)
        for _ in range(lot.randrange(1, 4)):
            at = lot.randrange(len(text) + 1)
            text = (
                text[:at]
                + lot.choice(('"', "{", "[" * 500, "}", "9" * 30, "\\ud800", "null", "", ":"))
                + text[at + lot.randrange(3) :]
            )
        yield text


def hostile(lot: random.Random) -> Pieces:
    """Sound frames that ask for what the sender may not have."""
    yield _frame({"hello": {"token": lot.randbytes(32).hex(), "room": "ABCD2345"}})
    for n in range(1, 1_000_000):
        bodies: tuple[dict[str, object], ...] = (
            {"enter": {"code": "".join(lot.choices(ALPHABET, k=LENGTH)), "name": "\u202eevil"}},
            {"command": {"turn": lot.randrange(99), "play": {"card": "wild+4", "colour": "r"}}},
            {"command": {"kick": {"seat": "p1"}}},
            {"command": {"circle": {"points": [1_000] * 4_000}}},
            {"command": {"set": {"changes": {f"s{i}": "x" for i in range(200)}}}},
            {"talk": {"phrase": "hello"}},
            {"takeBack": {}},
            {"resync": {}},
        )
        yield _frame({"id": {"session": "00112233445566ff", "n": n}, **lot.choice(bodies)})


def _frame(frame: dict[str, object]) -> str:
    return msgspec.json.encode(frame).decode()


def flood(_lot: random.Random) -> Pieces:
    """As fast as it goes."""
    while True:
        yield '{"ping":{}}'


def binary(lot: random.Random) -> Pieces:
    while True:
        yield lot.randbytes(lot.randrange(1, 2_000))


def oversized(lot: random.Random) -> Pieces:
    while True:
        yield "x" * lot.choice((5_000, _LONG, 10 * _LONG))


def no_http(lot: random.Random) -> Pieces:
    """To a connection without a handshake."""
    while True:
        yield lot.choice(
            (
                lot.randbytes(300),
                b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 70_000,
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                b"POST /api/lobbies HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                b"GET /api/replays/ABCD2345/" + b"9" * 5_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
                b"GET /\xff\xfe%ff%00 HTTP/1.1\r\nHost: \xff\r\n\r\n",
                b"\x16\x03\x01\x02\x00\x01\x00",
            )
        )


def no_frames(lot: random.Random) -> Pieces:
    """Bytes behind a handshake that are no WebSocket frames: reserved bits, lengths that never come, no mask."""
    yield (
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: " + SUBPROTOCOL.encode() + b"\r\n\r\n"
    )
    while True:
        yield lot.choice(
            (
                lot.randbytes(50),
                b"\x81\xff" + b"\xff" * 8,
                b"\x81\x05hello",
                b"\xf1\x80\0\0\0\0",
                b"\x88\x81\0\0\0\0\x01",
            )
        )


SOCKETS: tuple[Callable[[random.Random], Pieces], ...] = (noise, broken, hostile, flood, binary, oversized)
STREAMS: tuple[Callable[[random.Random], Pieces], ...] = (no_http, no_frames)
