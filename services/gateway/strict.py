"""How every message from a socket is read: nothing unknown, nothing unbounded, one of a oneof."""

from typing import Annotated, ClassVar

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
        if sum(getattr(self, name) is not UNSET for name in self.variants()) != 1:
            # msgspec turns it into its ValidationError, with the path to this message.
            raise ValueError("Expected exactly one field of the oneof")

    @classmethod
    def variants(cls) -> list[str]:
        return [name for name in cls.__struct_fields__ if name not in cls.BESIDE]

    def chosen(self) -> tuple[str, Strict]:
        """The one field that is set, by its name in the proto, and its value."""
        for name, spelled in zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True):
            value = getattr(self, name)
            if name not in self.BESIDE and value is not UNSET:
                return spelled, value
        raise AssertionError("checked when it was decoded")
