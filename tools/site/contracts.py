"""The contracts with their comments, as proto/image.binpb holds them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

from tools.dev.services import ROOT

IMAGE = ROOT / "proto/image.binpb"
# Where a message, its fields, a service and its methods are in a file: numbers of descriptor.proto's fields.
_MESSAGE, _SERVICE, _FIELD, _METHOD = 4, 6, 2, 2

F = FieldDescriptorProto


@dataclass(frozen=True)
class Message:
    """One message with what is said of it and of each field."""

    full_name: str
    about: str
    proto: DescriptorProto
    abouts: dict[str, str]

    @property
    def name(self) -> str:
        return short(self.full_name)

    def oneof(self) -> list[FieldDescriptorProto]:
        """Fields of which exactly one is set."""
        return [field for field in self.proto.field if field.HasField("oneof_index")]

    def value_of(self, one: FieldDescriptorProto) -> FieldDescriptorProto | None:
        """The value of a map's entries; None where the field is no map."""
        for nested in self.proto.nested_type:
            if nested.options.map_entry and one.type_name.endswith(f".{self.name}.{nested.name}"):
                return nested.field[1]
        return None


@dataclass(frozen=True)
class File:
    """One proto file."""

    name: str
    about: str
    messages: list[Message]
    services: list[tuple[ServiceDescriptorProto, dict[str, str]]] = field(default_factory=list)
    """With what is said of each method."""


def files() -> list[File]:
    """All of ours, in the order of the image."""
    image = FileDescriptorSet.FromString(IMAGE.read_bytes())
    return [_file(one) for one in image.file if one.name.startswith("zerocards/")]


def messages() -> dict[str, Message]:
    """By their full names, as fields name their types: `.zerocards.game.v1.Event`."""
    return {message.full_name: message for one in files() for message in one.messages}


def short(type_name: str) -> str:
    """`.zerocards.game.v1.Event` → `Event`."""
    return type_name.rpartition(".")[2]


def _file(proto: FileDescriptorProto) -> File:
    said = {tuple(place.path): _text(place.leading_comments) for place in proto.source_code_info.location}
    syntax = next((place for place in proto.source_code_info.location if list(place.path) == [12]), None)
    about = _text(syntax.leading_comments) if syntax else ""
    services = [
        (service, {method.name: said.get((_SERVICE, at, _METHOD, n), "") for n, method in enumerate(service.method)})
        for at, service in enumerate(proto.service)
    ]
    return File(proto.name, about, list(_messages(proto, said)), services)


def _messages(proto: FileDescriptorProto, said: dict[tuple[int, ...], str]) -> Iterator[Message]:
    for at, message in enumerate(proto.message_type):
        abouts = {one.name: said.get((_MESSAGE, at, _FIELD, n), "") for n, one in enumerate(message.field)}
        yield Message(f".{proto.package}.{message.name}", said.get((_MESSAGE, at), ""), message, abouts)


def _text(comment: str) -> str:
    return " ".join(comment.split())
