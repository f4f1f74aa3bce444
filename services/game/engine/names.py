"""Names of players: what one may look like, and when two look alike (RFC 8266 in spirit)."""

import re
import unicodedata

from services.game.engine.refusals import Refused

MAX_NAME = 20
# Control, format (bidi, zero-width), surrogates, private use, unassigned, line and paragraph separators.
FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters of other scripts that look like Latin ones, for the comparison only.
LOOKS_LIKE = str.maketrans("аеорсухіјѕԁһӏαοριτνκ01|", "aeopcyxijsdhlaopitvkoll")  # noqa: RUF001  (that is the point)
BOTS = ("Ada", "Blaise", "Carla", "Dijkstra", "Emmy", "Fermat", "Grace", "Huygens", "Ida", "Joan")


def clean(name: str) -> str:
    """The name as it is shown: composed, inner spaces single, 1–20 visible characters, or `bad_name`."""
    shown = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()
    if not 1 <= len(shown) <= MAX_NAME:
        raise Refused("bad_name")
    if any(unicodedata.category(char) in FORBIDDEN for char in shown):
        raise Refused("bad_name")
    if not any(unicodedata.category(char)[0] in "LNPS" for char in shown):
        raise Refused("bad_name")
    return shown


def skeleton(name: str) -> str:
    """Equal for names that a reader would take for one another."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(char for char in plain if unicodedata.category(char)[0] not in "MZ")
    return letters.translate(LOOKS_LIKE)


def bot_name(taken: set[str]) -> str:
    """The first name that no one at the table has."""
    for name in BOTS:
        if skeleton(name) not in taken:
            return name
    return next(name for n in range(2, 1000) if skeleton(name := f"{BOTS[n % len(BOTS)]} {n}") not in taken)
