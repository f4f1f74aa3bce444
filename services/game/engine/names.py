"""Names of players: what one may look like (RFC 8266, and stricter), and when two look alike."""

import unicodedata

from precis_i18n import get_profile

from services.game.engine.lookalikes import folded
from services.game.engine.refusals import Refused

MAX_NAME = 20
# Control, format (bidi, zero-width joiners, which RFC 8266 allows in some scripts), surrogates, private use,
# unassigned, line and paragraph separators.
FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_AS_PICTURE = "\ufe0f"
"""Phones put it behind many emoji; without it they are the same ones."""
_BLANK = "\u2800"
"""A Braille pattern without dots: a symbol by its category, nothing to the eye."""
_MOST_MARKS = 2
_NICKNAME = get_profile("NicknameCasePreserved")
BOTS = ("Ada", "Blaise", "Carla", "Dijkstra", "Emmy", "Fermat", "Grace", "Huygens", "Ida", "Joan")


def clean(name: str) -> str:
    """The name as it is shown: composed, inner spaces single, 1–20 visible characters, or `bad_name`."""
    try:
        shown: str = _NICKNAME.enforce(name.replace(_AS_PICTURE, ""))
    except UnicodeEncodeError:
        raise Refused("bad_name") from None
    if not 1 <= len(shown) <= MAX_NAME or _BLANK in shown:
        raise Refused("bad_name")
    kinds = [unicodedata.category(char) for char in shown]
    if FORBIDDEN.intersection(kinds) or not any(kind[0] in "LNPS" for kind in kinds):
        raise Refused("bad_name")
    # Marks that are piled up reach into the lines above and below; a letter that needs more than two is rare.
    if "M" * (_MOST_MARKS + 1) in "".join(kind[0] for kind in kinds):
        raise Refused("bad_name")
    return shown


def skeleton(name: str) -> str:
    """Equal for names that a reader would take for one another."""
    plain = unicodedata.normalize("NFKD", name)
    return folded("".join(char for char in plain if unicodedata.category(char)[0] not in "MZ"))


def bot_name(taken: set[str]) -> str:
    """The first name that no one at the table has."""
    for name in BOTS:
        if skeleton(name) not in taken:
            return name
    return next(name for n in range(2, 1000) if skeleton(name := f"{BOTS[n % len(BOTS)]} {n}") not in taken)
