"""Events as they are sent: who sees which field of them (COM-26)."""

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
    if not kind.private:
        return {wire_name(kind): event}
    hidden = {name for name, holders in kind.private.items() if not _sees(event, holders, seat)}
    shown = {
        field.encode_name: getattr(event, field.name)
        for field in msgspec.structs.fields(kind)
        if field.name not in hidden
    }
    return {wire_name(kind): shown}


def _sees(event: Event, holders: tuple[str, ...], seat: str) -> bool:
    return any(getattr(event, holder) == seat for holder in holders)


def wire(events: list[Event], seat: str = "") -> list[dict[str, Any]]:
    """The events of a commit as a seat sees them, or everyone; hidden ones left out."""
    return [as_seen(event, seat) for event in events if not event.hidden]


def differs(events: list[Event], seat: str) -> bool:
    """Whether that seat sees more of these events than everyone does."""
    return any(holders and _sees(event, holders, seat) for event in events for holders in event.private.values())
