"""The frames: what is decoded equals the proto message, what is not strictly the contract's is refused."""

import contextlib
import json
from typing import Any

import msgspec
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from hypothesis import given
from hypothesis import strategies as st
from zerocards.common.v1 import common_pb2
from zerocards.game.v1 import command_pb2, game_pb2
from zerocards.gateway.v1 import socket_pb2

from services.gateway import answers, verbs
from services.gateway.frames import ANSWERED_WITHOUT_ID, BadFrame, ClientFrame, CommandId, TooLong, decode
from services.gateway.updates import RenderedUpdate

ID = {"session": "0123456789abcdef", "n": 7}
FRAME_BYTES = 4_096


def _message(text: str) -> socket_pb2.ClientFrame:
    return json_format.Parse(text, socket_pb2.ClientFrame())


def _struct(text: str) -> Any:
    return msgspec.json.decode(text, type=ClientFrame)


def _values(field: FieldDescriptor) -> st.SearchStrategy[Any]:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return st.dictionaries(st.text(max_size=20), st.text(max_size=20), max_size=3)
    if field.is_repeated:
        number = field.cpp_type == FieldDescriptor.CPPTYPE_INT32
        return st.lists(st.integers(0, 1_000) if number else st.text(max_size=8), max_size=6)
    if field.message_type is not None:
        return _messages(field.message_type)
    return {
        FieldDescriptor.CPPTYPE_STRING: st.text(max_size=20),
        FieldDescriptor.CPPTYPE_UINT32: st.integers(0, 2**32 - 1),
        FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
        FieldDescriptor.CPPTYPE_DOUBLE: st.floats(0, 2**53, width=64),
    }[field.cpp_type]


@st.composite
def _messages(draw: st.DrawFn, kind: Descriptor) -> dict[str, Any]:
    """JSON of a message of this kind, one field of each oneof set."""
    if kind is common_pb2.CommandId.DESCRIPTOR:
        return {"session": draw(st.from_regex("[0-9a-f]{16}", fullmatch=True)), "n": draw(st.integers(1, 2**32 - 1))}
    chosen = [draw(st.sampled_from(list(oneof.fields))) for oneof in kind.oneofs]
    plain = [field for field in kind.fields if field.containing_oneof is None and draw(st.booleans())]
    return {field.json_name: draw(_values(field)) for field in (*plain, *chosen)}


@given(_messages(socket_pb2.ClientFrame.DESCRIPTOR))
def test_every_frame_of_the_contract_decodes_to_the_equal_message(frame: dict[str, Any]) -> None:
    text = json.dumps({"id": ID} | frame)

    decoded = decode(text, frame_bytes=100_000)

    back = msgspec.json.encode(_struct(text)).decode()
    assert _message(back) == _message(text)
    assert decoded.id is not None
    if isinstance(decoded.body, verbs.Command):
        assert verbs.to_proto(decoded.body) == _message(text).command


def test_every_verb_and_every_kind_of_frame_is_known() -> None:
    kinds = {field.json_name for field in socket_pb2.ClientFrame.DESCRIPTOR.fields}
    verb_names = {field.json_name for field in command_pb2.Command.DESCRIPTOR.fields}

    assert set(ClientFrame.__struct_encode_fields__) == kinds
    assert set(verbs.Command.__struct_encode_fields__) == verb_names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"hello"',
        "{",
        "{}",
        '{"ping":{}} {}',
        '{"ping":{},"hello":{}}',
        '{"ping":{},"ping":{}}',
        '{"ping":{},"p\\u0069ng":{}}',
        '{"ping":{"sentMs":1,"sentMs":2}}',
        '{"id":{"session":"0123456789abcdef","n":1,"n":2},"quit":{}}',
        '{"id":{"session":"0123456789abcdef","n":1},"create":{"settings":{"jump_in":"on","jump_in":"off"}}}',
        '{"ping":null}',
        '{"ping":[]}',
        '{"ping":{"sentMs":NaN}}',
        '{"ping":{"sentMs":Infinity}}',
        '{"ping":{"sentMs":1e999}}',
        '{"ping":{"sentMs":1e300}}',
        '{"ping":{"sentMs":-1}}',
        '{"ping":{"sentMs":"1"}}',
        '{"hello":{"token":"\\ud800"}}',
        '{"hello":{"token":"\\udc00\\ud800"}}',
        '{"hello":{"token":"\ud800"}}',
        '{"hello":{"token":"' + "a" * 81 + '"}}',
        '{"id":{"session":"0123456789ABCDEF","n":1},"quit":{}}',
        '{"id":{"session":"0123456789abcdef0","n":1},"quit":{}}',
        '{"id":{"session":"0123456789abcdef\\n","n":1},"quit":{}}',
        '{"id":{"session":"0123456789abcdef","n":0},"quit":{}}',
        '{"id":{"session":"0123456789abcdef","n":4294967296},"quit":{}}',
        '{"id":{"session":"0123456789abcdef","n":123456789012345678901234567890},"quit":{}}',
        '{"id":{"session":"0123456789abcdef","n":1.5},"quit":{}}',
        '{"id":{"session":"0123456789abcdef"},"quit":{}}',
        '{"id":null,"quit":{}}',
        '{"quit":{}}',
        '{"create":{}}',
        '{"command":{"draw":{}}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"turn":1}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"draw":{},"pass":{}}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"turn":-1,"draw":{}}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"draw":{"card":"r5"}}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"play":{"card":5}}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"circle":{"points":[1001,0]}}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"circle":{"points":[0.5,0]}}}',
        '{"id":{"session":"0123456789abcdef","n":1},"command":{"circle":{"points":[' + "0," * 4_000 + "0]}}}",
    ],
)
def test_what_is_not_strictly_the_contract_is_a_bad_command(text: str) -> None:
    with pytest.raises(BadFrame) as bad:
        decode(text, frame_bytes=100_000)

    assert bad.value.code == "bad_command"
    assert len(bad.value.why) <= 200


@pytest.mark.parametrize("text", ["[" * 100_000, '{"ping":' * 20_000, '{"id":' * 20_000, '{"command":' * 20_000])
def test_depth_is_refused(text: str) -> None:
    with pytest.raises(BadFrame):
        decode(text, frame_bytes=1_000_000)


@pytest.mark.parametrize("body", ['"dance":{}', '"command":{"fly":{}}', '"command":{"fly":{},"draw":{}}'])
def test_an_unknown_verb_has_a_code_of_its_own_and_keeps_its_id(body: str) -> None:
    with pytest.raises(BadFrame) as bad:
        decode(f'{{"id":{json.dumps(ID)},{body}}}', frame_bytes=FRAME_BYTES)

    assert bad.value.code == "unknown_command"
    assert bad.value.id == CommandId(**ID)


def test_a_bad_frame_is_answered_under_its_id_where_that_can_be_read() -> None:
    with pytest.raises(BadFrame) as bad:
        decode(f'{{"id":{json.dumps(ID)},"command":{{"play":{{"card":5}}}}}}', frame_bytes=FRAME_BYTES)

    assert bad.value.id == CommandId(**ID)


def test_only_a_stroke_may_be_longer_than_the_limit() -> None:
    stroke = {"id": ID, "command": {"circle": {"points": [1_000] * 4_000}}}
    assert decode(json.dumps(stroke), frame_bytes=FRAME_BYTES).kind == "command"

    wide = {"id": ID, "create": {"settings": {str(n): "ä" * 40 for n in range(60)}}}
    text = json.dumps(wide, ensure_ascii=False)
    assert len(text) < FRAME_BYTES < len(text.encode())
    with pytest.raises(TooLong):
        decode(text, frame_bytes=FRAME_BYTES)


def test_frames_without_id_are_those_that_the_contract_names() -> None:
    for kind in ("hello", "watchLobbies", "ping"):
        assert isinstance(decode(f'{{"{kind}":{{}}}}', frame_bytes=FRAME_BYTES).body, ANSWERED_WITHOUT_ID)


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_nothing_but_a_bad_frame_is_ever_raised(text: str) -> None:
    with contextlib.suppress(BadFrame):
        decode(text, frame_bytes=FRAME_BYTES)


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (
            answers.welcome("p" * 32, "t" * 64, 1_700_000_000_123.5, "ABCDEFGH"),
            {
                "welcome": socket_pb2.Welcome(
                    player_id="p" * 32, token="t" * 64, now_ms=1_700_000_000_123.5, room="ABCDEFGH"
                )
            },
        ),
        (
            answers.entered("ABCDEFGH", "p2", waiting=False),
            {"entered": socket_pb2.Entered(code="ABCDEFGH", seat="p2")},
        ),
        (
            answers.entered("ABCDEFGH", "", waiting=True),
            {"entered": socket_pb2.Entered(code="ABCDEFGH", waiting=True)},
        ),
        (
            answers.accepted(CommandId(**ID), 9),
            {"reply": socket_pb2.Reply(id=common_pb2.CommandId(**ID), version=9)},
        ),
        (
            answers.refused(None, answers.Refusal("bad_command")),
            {"reply": socket_pb2.Reply(refusal=common_pb2.Refusal(code="bad_command"))},
        ),
        (
            answers.refused(CommandId(**ID), answers.Refusal("x", {"a": 'é"\n'}, 5)),
            {
                "reply": socket_pb2.Reply(
                    id=common_pb2.CommandId(**ID),
                    refusal=common_pb2.Refusal(code="x", params={"a": 'é"\n'}, retry_after_ms=5),
                )
            },
        ),
        (answers.talked("p1", "hello"), {"talked": socket_pb2.Talked(seat="p1", phrase="hello")}),
        (answers.pong(0.0, 5.0), {"pong": socket_pb2.Pong(now_ms=5)}),
        (answers.notice("slow"), {"notice": socket_pb2.Notice(kind="slow")}),
    ],
)
def test_every_answer_parses_strictly_into_the_equal_message(frame: bytes, expected: dict[str, Any]) -> None:
    assert json_format.Parse(frame, socket_pb2.ServerFrame()) == socket_pb2.ServerFrame(**expected)


def _update(**fields: Any) -> game_pb2.RoomUpdate:
    return game_pb2.RoomUpdate(code="ABCDEFGH", version=7, committed_ms=1_700_000_000_123, **fields)


@pytest.mark.parametrize(
    ("update", "full", "seat"),
    [
        (_update(), False, game_pb2.SeatUpdate()),
        (_update(events=b"[]"), True, game_pb2.SeatUpdate()),
        (_update(closed=True), False, game_pb2.SeatUpdate()),
        (_update(room=b'{"code":"ABCDEFGH"}', table=b'{"round":1}'), True, game_pb2.SeatUpdate(view=b'{"seat":"p1"}')),
        (_update(events=b'[{"lobbyReopened":{}}]'), False, game_pb2.SeatUpdate(view=b'{"seat":"p1","hand":["r5"]}')),
        (
            _update(events=b'[{"cardsDrawn":{"seat":"p1","count":1}}]'),
            False,
            game_pb2.SeatUpdate(events=b'[{"cardsDrawn":{"seat":"p1","count":1,"cards":["r5"]}}]'),
        ),
    ],
    ids=["nothing", "full", "closed", "views", "a hand", "an event of one's own"],
)
def test_updates_are_joined_into_the_equal_message(
    update: game_pb2.RoomUpdate, full: bool, seat: game_pb2.SeatUpdate
) -> None:
    seat.player_id = "ada"
    update.seats.append(seat)
    rendered = RenderedUpdate(update, full=full)

    for frame, own in ((rendered.for_everyone(), None), (rendered.for_seat(seat), seat)):
        parsed = json_format.Parse(frame, socket_pb2.ServerFrame()).update
        events = (own.events if own else b"") or update.events or b"[]"
        expected: dict[str, Any] = {"version": 7, "nowMs": 1_700_000_000_123.0, "events": json.loads(events)}
        expected |= {name: json.loads(part) for name in ("room", "table") if (part := getattr(update, name))}
        expected |= {"full": full, "closed": update.closed}
        if own and own.view:
            expected["seat"] = json.loads(own.view)
        assert parsed == json_format.ParseDict(expected, socket_pb2.Update())
    assert rendered.seat_of("ada") == seat
    assert rendered.seat_of("bo") is None
