"""Environment variables in `deploy/`, held against what the services read."""

import re
from collections.abc import Mapping

import msgspec

from services.common.config import PREFIX, ServiceConfig, load

_SHARED = re.compile(r"\$\{[^}]*\}")


def unknown_variables(config: type[ServiceConfig], variables: Mapping[str, str]) -> set[str]:
    """Those that the service would not read. A value that it refuses ends the test."""
    read = {PREFIX + field.name.upper() for field in msgspec.structs.fields(config)}
    load(config, {name: value for name, value in variables.items() if value and not _SHARED.search(value)})
    return {name for name in variables if name.startswith(PREFIX)} - read
