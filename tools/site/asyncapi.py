"""`python -m tools.site.asyncapi FILE`: the socket as AsyncAPI 3 describes it, made from the contracts."""

import sys
from pathlib import Path
from typing import Any

import yaml

from tools.site.contracts import F, Message, messages, short

_CLIENT, _SERVER = ".zerocards.gateway.v1.ClientFrame", ".zerocards.gateway.v1.ServerFrame"
_WITHOUT_ID = frozenset({"hello", "ping", "watchLobbies"})
_TYPES: dict[int, dict[str, Any]] = {
    F.TYPE_STRING: {"type": "string"},
    F.TYPE_BOOL: {"type": "boolean"},
    F.TYPE_DOUBLE: {"type": "number"},
    F.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    F.TYPE_SINT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    F.TYPE_INT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
}
_HEAD = "# Made from proto/ by `make proto`. docs/protocol.md says how the socket is used.\n"


def document() -> dict[str, Any]:
    known = messages()
    sent, received = _frames(known[_CLIENT]), _frames(known[_SERVER])
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "0cards! socket",
            "version": "1",
            "description": "Text frames on `/ws`, subprotocol `zerocards.v1.json`: the canonical JSON of one message "
            "each. The first frame is `hello`, its answer `welcome`; then see docs/protocol.md.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"gateway": {"host": "localhost:8000", "protocol": "ws", "description": "Any gateway."}},
        "channels": {
            "socket": {
                "address": "/ws",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in (*sent, *received)},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "receiveFromClient": _operation("receive", known[_CLIENT].about, sent),
            "sendToClient": _operation("send", known[_SERVER].about, received),
        },
        "components": {"messages": {**sent, **received}, "schemas": _schemas([*sent.values(), *received.values()])},
    }


def _operation(action: str, about: str, frames: dict[str, Any]) -> dict[str, Any]:
    heard = [{"$ref": f"#/channels/socket/messages/{name}"} for name in frames]
    return {"action": action, "summary": about, "channel": {"$ref": "#/channels/socket"}, "messages": heard}


def _frames(frame: Message) -> dict[str, Any]:
    """One message for each field of the oneof."""
    found: dict[str, Any] = {}
    for one in frame.oneof():
        name = one.json_name
        properties = {name: _schema(frame, one)}
        required = [name]
        if frame.full_name == _CLIENT:
            properties = {"id": {"$ref": "#/components/schemas/CommandId"}, **properties}
            required = required if name in _WITHOUT_ID else ["id", name]
        payload = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
        found[name] = {"name": name, "title": short(one.type_name), "payload": payload}
        if about := frame.abouts[one.name] or messages()[one.type_name].about:
            found[name]["summary"] = about
    return found


def _schemas(frames: list[Any]) -> dict[str, Any]:
    """Of every message that a frame leads to."""
    by_name = {short(name): message for name, message in messages().items() if ".ops." not in name}
    wanted = sorted(_refs(frames))
    found: dict[str, Any] = {}
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = _object(by_name[name])
            wanted += sorted(_refs(found[name]))
    return dict(sorted(found.items()))


def _refs(thing: Any) -> set[str]:
    if isinstance(thing, dict):
        own = {short(thing["$ref"].replace("/", "."))} if "$ref" in thing else set()
        return own.union(*map(_refs, thing.values()))
    return set().union(*map(_refs, thing)) if isinstance(thing, list) else set()


def _object(message: Message) -> dict[str, Any]:
    properties = {}
    for one in message.proto.field:
        schema = _schema(message, one)
        if about := message.abouts[one.name]:
            # Beside a $ref nothing counts in JSON Schema draft 7.
            schema = {"allOf": [schema], "description": about} if "$ref" in schema else {**schema, "description": about}
        properties[one.json_name] = schema
    found: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if message.about:
        found["description"] = message.about
    return found


def _schema(message: Message, one: F) -> dict[str, Any]:
    if (value := message.value_of(one)) is not None:
        return {"type": "object", "additionalProperties": _plain(value)}
    plain = _plain(one)
    return {"type": "array", "items": plain} if one.label == F.LABEL_REPEATED else plain


def _plain(one: F) -> dict[str, Any]:
    if one.type == F.TYPE_MESSAGE:
        return {"$ref": f"#/components/schemas/{short(one.type_name)}"}
    return dict(_TYPES[one.type])


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def main() -> None:
    text = yaml.dump(document(), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=118)
    Path(sys.argv[1]).write_text(_HEAD + text)


if __name__ == "__main__":
    main()
