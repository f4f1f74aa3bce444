"""Events as they are sent: who sees which field of them (COM-26)."""

from functools import cache
from typing import Any

import msgspec

from services.game.engine.events.base import Event


def wire_name(kind: type[Event]) -> str:
    """The event's field in the proto's Event, as canonical JSON spells it."""
    name = kind.__name__
    return name[0].lower() + name[1:]


def as_seen(event: Event, seat: str) -> dict[str, Any]:
    """The event as that seat sees it, "" for everyone, ready for JSON."""
    kind = type(event)
    name, fields = _shape(kind)
    if not kind.private:
        return {name: event}
    return {
        name: {
            shown: value
            for field, shown, zero in fields
            if (value := getattr(event, field)) != zero
            and (field not in kind.private or _sees(event, kind.private[field], seat))
        }
    }


@cache
def _shape(kind: type[Event]) -> tuple[str, tuple[tuple[str, str, Any], ...]]:
    """The event's name on the wire; its fields' names here and there, and what is left out for being the default."""
    fields = msgspec.structs.fields(kind)
    return wire_name(kind), tuple((field.name, field.encode_name, field.default) for field in fields)


def _sees(event: Event, holders: tuple[str, ...], seat: str) -> bool:
    return any(getattr(event, holder) == seat for holder in holders)


def wire(events: list[Event], seat: str = "") -> list[dict[str, Any]]:
    """The events of a commit as a seat sees them, or everyone; hidden ones left out."""
    return [as_seen(event, seat) for event in events if not event.hidden]


def differs(events: list[Event], seat: str) -> bool:
    """Whether that seat sees more of these events than everyone does."""
    return any(holders and _sees(event, holders, seat) for event in events for holders in event.private.values())
