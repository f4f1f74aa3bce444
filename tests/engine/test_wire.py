"""What is sent parses strictly, with protobuf's own parser, into the equal message: every view, every kind of event."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from zerocards.game.v1 import event_pb2, game_pb2, view_pb2
from zerocards.lobby.v1 import lobby_pb2

from services.game.engine import Room, views
from services.game.engine.catalogue import catalogue
from services.game.engine.events import Event, as_seen, wire_name
from services.game.scenario_run import Run
from tests.engine.games import every_ruleset
from tests.engine.tables import lobby
from tests.scenarios.collected import scenarios
from tools.soak.game import Plan, steps

SENT = [kind for kind in Event.__subclasses__() if not kind.hidden]
# So many of a kind are parsed, from different games.
SAMPLES = 20


def same(written: Any, message: Message) -> None:
    """The JSON parses, and the message says the same; a zero may be written or left out."""
    text = msgspec.json.encode(written)
    json_format.Parse(text, message)
    assert without_zeros(json_format.MessageToDict(message)) == without_zeros(json.loads(text))


def without_zeros(value: Any) -> Any:
    """Everything but what is at its zero; a message that is there stays, were it empty."""
    if isinstance(value, dict):
        return {key: without_zeros(part) for key, part in value.items() if part == {} or part}
    return [without_zeros(part) for part in value] if isinstance(value, list) else value


def played() -> Iterator[tuple[Room, list[Event]]]:
    """Commits of many kinds: games with people coming and going, and every scenario."""
    for seed, ruleset in enumerate(("classic108", "classic112", "mercy", "zerocards") * 2):
        for step in steps(Plan(ruleset, 5, seed, unrest=0.03)):
            yield step.room, step.events
    for parameter in scenarios():
        running = Run(parameter.values[0])
        for step in parameter.values[0]["steps"]:
            running.happened = []
            if "expect" not in step:
                running.step(step)
                yield running.room, running.happened


@pytest.fixture(scope="module")
def samples() -> dict[type[Event], list[tuple[Event, list[str]]]]:
    """Some events of each kind, with the seats that were there."""
    found: dict[type[Event], list[tuple[Event, list[str]]]] = defaultdict(list)
    for room, happened in played():
        for event in happened:
            if len(found[type(event)]) < SAMPLES:
                found[type(event)].append((event, [seat.seat for seat in room.seats]))
    return found


@pytest.mark.rule("COM-26")
@pytest.mark.parametrize("kind", SENT, ids=wire_name)
def test_event(kind: type[Event], samples: dict[type[Event], list[tuple[Event, list[str]]]]):
    assert samples[kind], "no game and no scenario shows it"
    for event, seats in samples[kind]:
        for seat in ("", *seats):
            same(as_seen(event, seat), event_pb2.Event())


def test_the_contract_has_no_other_events():
    assert {wire_name(kind) for kind in SENT} == {field.json_name for field in event_pb2.Event.DESCRIPTOR.fields}


@every_ruleset
def test_views(ruleset: str):
    for players in (2, 6):
        for step in steps(Plan(ruleset, players, 1, {"target_score": "0"}, unrest=0.02)):
            room, now = step.room, step.now
            same(views.room_view(room, now), view_pb2.RoomView())
            if room.table is not None:
                same(views.table_view(room, now), view_pb2.TableView())
            for seat in room.seated():
                same(views.seat_view(room, seat.seat, now), view_pb2.SeatView())


def test_views_of_every_scenario():
    """Among them every pending answer, every special, every reveal."""
    for parameter in scenarios():
        running = Run(parameter.values[0])
        for step in parameter.values[0]["steps"]:
            running.step(step)
            same(views.room_view(running.room, running.now), view_pb2.RoomView())
            if running.room.table is not None:
                same(views.table_view(running.room, running.now), view_pb2.TableView())
            for seat in running.room.seated():
                same(views.seat_view(running.room, seat.seat, running.now), view_pb2.SeatView())


@every_ruleset
def test_an_open_lobby(ruleset: str):
    entry = views.open_room(lobby(ruleset, public="on", start_hand="5"))
    assert entry is not None
    same(entry, lobby_pb2.OpenRoom())


def test_the_catalogue():
    same(catalogue(), game_pb2.Catalogue())


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (views.RoomView, view_pb2.RoomView),
        (views.TableView, view_pb2.TableView),
        (views.SeatView, view_pb2.SeatView),
        (views.OpenRoom, lobby_pb2.OpenRoom),
    ],
    ids=lambda kind: kind.__name__,
)
def test_a_view_has_the_contracts_fields(view: type[msgspec.Struct], message: type[Message]):
    assert {field.encode_name for field in msgspec.structs.fields(view)} == {
        field.json_name for field in message.DESCRIPTOR.fields
    }


@pytest.mark.parametrize("kind", SENT, ids=wire_name)
def test_an_event_has_the_contracts_fields(kind: type[Event]):
    """But for those that nobody may see."""
    sent = {field.encode_name for field in msgspec.structs.fields(kind) if kind.private.get(field.name) != ()}
    message = event_pb2.Event.DESCRIPTOR.fields_by_camelcase_name[wire_name(kind)].message_type
    assert sent == {field.json_name for field in message.fields}
