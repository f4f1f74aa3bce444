"""Names: what one may look like, and which would be taken for one another."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.game.engine import Refused, apply, commands
from services.game.engine.names import BOTS, FORBIDDEN, MAX_NAME, bot_name, clean, skeleton
from tests.engine.tables import lobby


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Ａｄａ", "Ada"),  # noqa: RUF001  full width
        ("Zoe\u0308", "Zoë"),
        ("李小龙", "李小龙"),
        ("محمد", "محمد"),
        ("🐙", "🐙"),
        ("Ada ❤\ufe0f", "Ada ❤"),
        ("Việt Nguyễn", "Việt Nguyễn"),
        ("นิ้ว", "นิ้ว"),
        ("x" * 20, "x" * 20),
        ("O'Neill-Smith 2", "O'Neill-Smith 2"),
    ],
)
def test_a_name_is_shown_composed_and_with_single_spaces(written: str, shown: str):
    assert clean(written) == shown


NO_NAMES = {
    "nothing, or too much": ["", " ", "x" * 21],
    "control, bidi, no character": ["a\u202eb", "\u2066a", "a\u0000b", "\ue000", "\ufdd0", "\ud83d"],
    "marks alone": ["\u0301", "\u0301 \u0301"],
    "letters and symbols by their categories, and nothing to see": [
        *("\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "a\u2800", "\u17b4a", "a\u180b"),
    ],
    "invisible behind a letter, so that two names look the same": [
        *("Ada\u034f", "Ada\u00ad", "Ada\u2060", "Ada\u200b", "Ada\u200c", "Ada\u200d"),
        *("Ada\U000e0101", "Ada\U000e0061"),
    ],
    "marks that climb out of their line": ["Z" + "\u0335\u0321\u0353" * 3, "a" + "\u0301" * 10],
}


@pytest.mark.parametrize("name", [name for names in NO_NAMES.values() for name in names])
def test_what_is_no_name_is_refused(name: str):
    with pytest.raises(Refused, match="bad_name"):
        clean(name)


@given(st.text(max_size=40))
def test_any_text_is_a_sound_name_or_refused(text: str):
    try:
        name = clean(text)
    except Refused:
        return
    assert 1 <= len(name) <= MAX_NAME
    assert name == name.strip()
    assert clean(name) == name
    assert not {unicodedata.category(char) for char in name} & FORBIDDEN


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "Аda"),  # noqa: RUF001  a Cyrillic letter
        ("Ada", "A d a"),
        ("Zoë", "Zoe"),
        ("Bill", "Bi11"),
        ("Bob", "B0b"),
        ("Bill", "BiII"),
        ("Bill", "bi|l"),
        ("Ada", "\u13aada"),
        ("Sonja", "\u0405\u043en\u0458\u0430"),
        ("Nora", "\u0578ora"),
        ("Arno", "Amo"),
        ("Ewa", "Evva"),
        ("Straße", "Strasse"),
        ("\u0391\u0392\u0393", "AB\u0393"),
    ],
)
def test_names_that_look_alike_are_not_both_seated(one: str, other: str):
    assert skeleton(one) == skeleton(other)
    room = lobby(players=0)
    apply(room, commands.JoinRoom(player="first", name=one), room.now)
    with pytest.raises(Refused, match="bad_name"):
        apply(room, commands.JoinRoom(player="second", name=other), room.now)


def test_every_bot_finds_a_name_of_its_own():
    taken: set[str] = set()
    for _ in range(30):
        taken.add(skeleton(bot_name(taken)))
    assert len(taken) == 30
    assert len({skeleton(name) for name in BOTS}) == len(BOTS)
