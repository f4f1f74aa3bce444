"""How every message from a socket is read: nothing unknown, nothing unbounded, one of a oneof."""

import json
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct

UInt32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Word = Annotated[str, Meta(max_length=40)]
"""A seat, a card, a colour, a setting's name: what it means is the game worker's business."""
Line = Annotated[str, Meta(max_length=200)]
"""A name or a text that people type."""


class Strict(Struct, rename="camel", forbid_unknown_fields=True, frozen=True):
    """One message of the contract; defaults are proto's zeros."""


class OneOf(Strict, frozen=True):
    """A message whose optional fields are a oneof: exactly one is there, and null is none."""

    BESIDE: ClassVar[tuple[str, ...]] = ()
    """Fields that do not belong to the oneof."""

    def __post_init__(self) -> None:
        values = _variants(type(self))[1](self)
        if values.count(UNSET) != len(values) - 1:
            # msgspec turns it into its ValidationError, with the path to this message.
            raise ValueError("Expected exactly one field of the oneof")

    def chosen(self) -> tuple[str, Strict]:
        """The one field that is set, by its name in the proto, and its value."""
        names, values = _variants(type(self))
        return next((name, value) for name, value in zip(names, values(self), strict=True) if value is not UNSET)


def _once(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("Object contains a field twice")


no_field_twice = json.JSONDecoder(object_pairs_hook=_once).decode
"""Raises ValueError where an object names a field twice: msgspec takes the last, protobuf's own parser refuses it."""


@cache
def _variants(kind: type[OneOf]) -> tuple[list[str], Callable[[OneOf], tuple[Any, ...]]]:
    """The oneof's names in the proto, and what reads all its values at once: every frame comes by here."""
    spelled = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    names = [name for name in spelled if name not in kind.BESIDE]
    return [spelled[name] for name in names], attrgetter(*names)
