"""What is fuzzed: each target takes any bytes at all, and raises only where there is a fault.

A reader may refuse in its own one way. What it accepts must hold what it promises.
"""

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from google.protobuf import json_format
from google.protobuf.message import DecodeError
from zerocards.game.v1 import game_pb2
from zerocards.gateway.v1 import socket_pb2

from services.common import codes
from services.game import codec, replay_file, requests
from services.game.engine import Refused, Room, apply, names, notation
from services.game.scenario_table import START_MS, build
from services.game.store import Stored
from services.gateway import frames, verbs
from tools.soak.soundness import cards, encoded, sound, stored
from tools.soak.violation import insist


@dataclass(frozen=True, slots=True)
class Target:
    test: Callable[[bytes], None]
    words: tuple[str, ...]
    """What is likely to lead somewhere: the fuzzer puts it together with what it finds by itself."""
    longest: int
    """Bytes of input."""


FRAME_BYTES = 4 * 1024
PLAYERS = ("ada", "bob", "cem")
"""Who sits at p1, p2 and p3 of the rooms that are asked."""


def frame(data: bytes) -> None:
    """What a socket sends, as the server's WebSocket layer hands it on."""
    with contextlib.suppress(UnicodeDecodeError):
        _frame(data.decode())


def _frame(text: str) -> None:
    try:
        read = frames.decode(text, frame_bytes=FRAME_BYTES)
    except frames.BadFrame as bad:
        insist(bad.code in {"bad_command", "unknown_command"}, f"{bad.code} is a bad frame's code")
        insist(len(bad.why) <= 200, "the reason is short")
        return
    # A repeated member is the one thing that protobuf's parser is stricter in: the last one counts here.
    once = msgspec.json.encode(msgspec.json.decode(text)).decode()
    message = json_format.Parse(once, socket_pb2.ClientFrame())
    insist(message.WhichOneof("frame") == _proto_name(read.kind), "both see the same kind of frame")
    if isinstance(read.body, verbs.Command):
        insist(verbs.to_proto(read.body) == message.command, "both see the same command")


def _proto_name(kind: str) -> str:
    fields = socket_pb2.ClientFrame.DESCRIPTOR.fields
    return next(field.name for field in fields if field.json_name == kind)


def command(data: bytes) -> None:
    """What a game worker gets over NATS or gRPC, up to what the rules make of it. The first byte chooses the room."""
    room = stored(ROOMS[data[0] % len(ROOMS)] if data else ROOMS[0])
    before, held = encoded(room), _cards(room)
    try:
        request = requests.read(requests.parse(data[1:]))
        apply(room, request.command(room, bytes), room.now)
    except Refused as refused:
        insist(refused.code.isidentifier(), "a refusal has a code")
        insist(encoded(room) == before, "what is refused changes nothing")
        return
    if not room.closed:
        # From the lobby a whole deck comes to the table.
        if held is not None:
            insist(_cards(room) in (held, None), "no card comes or goes")
        sound(room)
    stored(room)


def _cards(room: Room) -> Counter[str] | None:
    """None where no round is on the table."""
    return cards(room.table) if room.table is not None and room.phase != "lobby" else None


def name(data: bytes) -> None:
    """What people call themselves."""
    text = data.decode(errors="replace")
    names.skeleton(text)
    try:
        shown = names.clean(text)
    except Refused as refused:
        insist(refused.code == "bad_name", "a name is a name or a bad one")
        return
    insist(1 <= len(shown) <= names.MAX_NAME, "a name is neither empty nor too long")
    insist(names.clean(shown) == shown, "what is shown is shown the same again")
    insist(shown.isprintable(), "a name can be seen")


def code(data: bytes) -> None:
    """What people type as a room's code: it goes into keys and subjects."""
    text = data.decode(errors="replace")
    read = codes.parse_code(text)
    if read is not None:
        insist(len(read) == codes.LENGTH and set(read) <= set(codes.ALPHABET), "a code is of its alphabet")


def written(data: bytes) -> None:
    """A command in notation."""
    text = data.decode(errors="replace")
    try:
        read = notation.parse_command(text, "p1")
    except Refused as refused:
        insist(refused.code in {"unknown_command", "bad_command", "bad_stroke"}, "it is about how it is written")
        return
    again = notation.parse_command(notation.format_command(read), "p1")
    insist(repr(again) == repr(read), "spelled and read again it is the same")


def replay(data: bytes) -> None:
    """A round's file, which may be anybody's."""
    with contextlib.suppress(Refused):
        replay_file.parse(data.decode(errors="replace"))


def state(data: bytes) -> None:
    """A room as Redis has it, and what it remembers of a player."""
    kept = Stored(version=1, schema=codec.SCHEMA, token=b"", record=data, spoke=data, now_ms=START_MS)
    with contextlib.suppress(msgspec.MsgspecError):
        codec.read_spoken(kept)
    try:
        record = codec.read(kept)
    except msgspec.MsgspecError:
        return
    if record is not None:
        codec.read(Stored(1, codec.SCHEMA, b"", codec.write(record), None, START_MS))


def bus(data: bytes) -> None:
    """Any other message of the contract from the bus: read, or refused in protobuf's one way."""
    for kind in (
        game_pb2.RoomUpdate, game_pb2.GetViewRequest, game_pb2.SyncRequest, game_pb2.GetReplayRequest,
        socket_pb2.Talked,
    ):  # fmt: skip
        with contextlib.suppress(DecodeError):
            message = kind.FromString(data)
            kind.FromString(message.SerializeToString())


def _rooms() -> list[Room]:
    hands = {"A": "r5 b2 rduel wild+1 rswap", "B": "g+2 y6 r7 wild", "C": "r4 g9 rgift rcircle"}
    laid = {"players": ["A", "B", "C"], "hands": hands, "discard": "r4", "draw": "g1 g2 g3 g4 g5 g6", "turn": "A"}
    tables: list[dict[str, Any]] = [
        {"ruleset": "zerocards", **laid, "settings": {"jump_in": True}},
        {"ruleset": "zerocards", **laid, "stack": {"cards": 2, "by": "C", "last": "+2"}},
        {"ruleset": "classic112", "phase": "lobby", "players": ["A", "B", "C"]},
        {"ruleset": "mercy", "players": ["A", "B", "C"], "start": True, "seed": 7},
    ]
    rooms = [build(table)[0] for table in tables]
    for player, verb in (("p1", "play rduel target=p2"), ("p1", "play wild+1 colour=r extra=rswap extra_target=p3")):
        room = stored(rooms[0])
        apply(room, notation.parse_command(verb, player), room.now)
        rooms.append(room)
    for room in rooms:
        for seat, player in zip(room.seats, PLAYERS, strict=True):
            seat.player = player
        room.records.clear()
    return rooms


ROOMS = _rooms()

_KINDS = tuple(frames.ClientFrame.__struct_encode_fields__)
_VERBS = tuple(verbs.Command.__struct_encode_fields__)
_CARDS = ("r5", "wild", "wild+4", "r+2", "rduel", "rgift", "rcircle", "wildcustom")
TARGETS = {
    "frames": Target(frame, ('{"', '":{', '"}', "[", "]", *_KINDS, *_VERBS), 4_200),
    "commands": Target(command, ("ada", "bob", "cem", "ABCD2345", "0123456789abcdef", "p1", "p2", *_CARDS), 600),
    "names": Target(name, ("\u0301", "\u202e", "\u200b", "\ufe0f", "\u3164", "\u0430", "\U0001f419"), 100),
    "codes": Target(code, ("ABCD", "2345", "-", " ", "\u0131", "\u212a"), 40),
    "notation": Target(written, (*notation._READ, "colour=", "target=", "give=", "extra=", "'", *_CARDS), 400),
    "replays": Target(replay, ('{"rules":1', '"ruleset":', '"seats":[', '"seed":', "\n[0,", '"expire"'), 2_000),
    "state": Target(state, (), 4_000),
    "bus": Target(bus, ("ABCD2345", "p1"), 600),
}
