"""The protocol reference: every service, message and field of the contracts, with what is said of it there."""

from tools.site.contracts import F, File, Message, files, short

_HEAD = """# Reference of the contracts

Made from [proto/](../proto/zerocards): services, messages and fields as they are defined there.
[protocol.md](protocol.md) says how the socket uses them."""
_NAMES = {
    F.TYPE_STRING: "string",
    F.TYPE_BOOL: "bool",
    F.TYPE_DOUBLE: "double",
    F.TYPE_UINT32: "uint32",
    F.TYPE_INT32: "int32",
    F.TYPE_SINT32: "sint32",
    F.TYPE_BYTES: "bytes",
}


def page() -> str:
    """Markdown."""
    parts = [_HEAD]
    for one in files():
        parts += [f"## {one.name}", one.about, *_services(one)]
        for message in one.messages:
            parts += [f"### {message.name} {{#{_anchor(message.full_name)}}}", message.about, _fields(message)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _services(one: File) -> list[str]:
    parts = []
    for service, abouts in one.services:
        rows = [
            f"| `{method.name}` | {_link(method.input_type)} | {'stream of ' * method.server_streaming}"
            f"{_link(method.output_type)} | {_cell(abouts[method.name])} |"
            for method in service.method
        ]
        parts += [f"### {service.name}", "\n".join(["| method | request | response | |", "|---|---|---|---|", *rows])]
    return parts


def _fields(message: Message) -> str:
    if not message.proto.field:
        return "No fields."
    one_of = {field.name for field in message.oneof()}
    rows = [
        f"| `{field.name}` | {_type(message, field)}{' (one of)' if field.name in one_of else ''} | {field.number} "
        f"| {_cell(message.abouts[field.name])} |"
        for field in message.proto.field
    ]
    return "\n".join(["| field | type | number | |", "|---|---|---|---|", *rows])


def _type(message: Message, field: F) -> str:
    if (value := message.value_of(field)) is not None:
        return f"map of string to {_plain(value)}"
    return f"{'list of ' * (field.label == F.LABEL_REPEATED)}{_plain(field)}"


def _plain(field: F) -> str:
    return _link(field.type_name) if field.type == F.TYPE_MESSAGE else _NAMES[field.type]


def _link(type_name: str) -> str:
    return f"[{short(type_name)}](#{_anchor(type_name)})"


def _anchor(type_name: str) -> str:
    """`.zerocards.game.v1.Event` → `game-event`: two packages may have messages of one name."""
    *_, package, _version, name = type_name.split(".")
    return f"{package}-{name}".lower()


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
