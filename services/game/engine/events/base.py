"""What all events have."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec

# Field → the fields that hold the seats who may see it.
Private = Mapping[str, tuple[str, ...]]


class Event(msgspec.Struct, rename="camel", omit_defaults=True):
    """One thing that happened."""

    private: ClassVar[Private] = {}
    hidden: ClassVar[bool] = False
