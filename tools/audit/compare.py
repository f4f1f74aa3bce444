"""Pins out of locks, and the advisories (in OSV's format) that concern them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


class Pin(NamedTuple):
    ecosystem: str
    name: str
    version: str


class Package(Struct):
    ecosystem: str
    name: str


class Range(Struct):
    events: list[dict[str, str]]
    """In order; each is `introduced` or `fixed` with a version."""


class Affected(Struct):
    package: Package
    ranges: list[Range] = []
    versions: list[str] = []


class Advisory(Struct):
    """As much of an OSV record as is needed; the rest of it may be there too."""

    id: str
    affected: list[Affected]
    summary: str = ""


def load(text: str) -> list[Advisory]:
    """Raises msgspec.ValidationError where that is no list of OSV records."""
    return msgspec.json.decode(text, type=list[Advisory])


def python_pins(lock: str) -> Iterator[Pin]:
    for name, version in _PIN.findall(lock):
        yield Pin("PyPI", canonicalize_name(name), version)


def npm_pins(lock: Mapping[str, Any]) -> Iterator[Pin]:
    for path, package in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if name and "version" in package:
            yield Pin("npm", name, package["version"])


def affected(pin: Pin, advisories: Sequence[Advisory]) -> Iterator[str]:
    """Why this version should not be used, once for each advisory."""
    for advisory in advisories:
        for part in advisory.affected:
            named = canonicalize_name(part.package.name) if part.package.ecosystem == "PyPI" else part.package.name
            if (part.package.ecosystem, named) == pin[:2] and _covers(part, pin.version):
                yield f"{advisory.id} {advisory.summary}"


def _covers(part: Affected, version: str) -> bool:
    return version in part.versions or any(_within(each, _number(version)) for each in part.ranges)


def _within(each: Range, version: Version) -> bool:
    inside = False
    for event in each.events:
        if "introduced" in event and version >= _number(event["introduced"]):
            inside = True
        if "fixed" in event and version >= _number(event["fixed"]):
            inside = False
    return inside


def _number(text: str) -> Version:
    """npm's versions too: of a pre-release that Python cannot read, the release it comes before."""
    try:
        return Version(text)
    except InvalidVersion:
        return Version(re.split(r"[-+]", text)[0])
