"""What is made from the contracts says what the contracts say, and a client's frames fit it."""

import re
from typing import Any

import jsonschema
import pytest
import yaml
from google.protobuf.descriptor import Descriptor
from zerocards.game.v1 import game_pb2
from zerocards.gateway.v1 import socket_pb2
from zerocards.lobby.v1 import lobby_pb2
from zerocards.ops.v1 import ops_pb2

from tools.dev.services import ROOT
from tools.site import reference

ASYNCAPI: dict[str, Any] = yaml.safe_load((ROOT / "docs/asyncapi.yaml").read_text())
EXAMPLES = re.findall(r"^[→←] (\{.*\})$", (ROOT / "docs/protocol.md").read_text(), re.MULTILINE)


def variants(frame: Descriptor) -> list[str]:
    return [field.json_name for field in frame.oneofs_by_name["frame"].fields]


@pytest.mark.parametrize(
    ("operation", "frame"),
    [
        ("receiveFromClient", socket_pb2.ClientFrame.DESCRIPTOR),
        ("sendToClient", socket_pb2.ServerFrame.DESCRIPTOR),
    ],
    ids=["client", "server"],
)
def test_the_socket_has_the_messages_of_the_contract(operation: str, frame: Descriptor) -> None:
    heard = [ref["$ref"].rpartition("/")[2] for ref in ASYNCAPI["operations"][operation]["messages"]]
    assert heard == variants(frame)
    for field in frame.oneofs_by_name["frame"].fields:
        payload = ASYNCAPI["components"]["messages"][field.json_name]["payload"]["properties"][field.json_name]
        assert payload == {"$ref": f"#/components/schemas/{field.message_type.name}"}
        schema = ASYNCAPI["components"]["schemas"][field.message_type.name]
        assert list(schema["properties"]) == [one.json_name for one in field.message_type.fields]


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: re.sub(r"\W+", "-", text)[:40])
def test_the_frames_that_the_docs_show_fit(text: str) -> None:
    # What is left out is an ellipsis there: an empty object, a number, an empty list.
    frame = yaml.safe_load(text.replace("{…}", "{}").replace(":…", ":0.0").replace("},…]", "}]"))
    (name,) = frame.keys() - {"id"}
    schema = {"components": ASYNCAPI["components"], **ASYNCAPI["components"]["messages"][name]["payload"]}
    jsonschema.validate(frame, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**frame, "colour": "r"}, schema)


def test_the_docs_show_frames() -> None:
    assert len(EXAMPLES) >= 6


def test_the_reference_has_every_service_message_and_field() -> None:
    page = reference.page()
    for contract in (game_pb2, lobby_pb2, socket_pb2, ops_pb2):
        for service in contract.DESCRIPTOR.services_by_name.values():
            assert all(f"| `{method.name}` |" in page for method in service.methods)
        package = contract.DESCRIPTOR.package.split(".")[1]
        for message in contract.DESCRIPTOR.message_types_by_name.values():
            section = page.partition(f"### {message.name} {{#{package}-{message.name.lower()}}}\n")[2]
            assert section, message.name
            shown = re.findall(r"^\| `(\w+)` \|", section.partition("\n##")[0], re.MULTILINE)
            assert shown == [field.name for field in message.fields]
