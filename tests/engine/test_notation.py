"""What is written in notation reads back as what it was (docs/notation.md)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.game.engine import Refused, commands
from services.game.engine.commands import Command
from services.game.engine.faces import FACE
from services.game.engine.notation import format_command, is_card, parse_cards, parse_command
from services.game.engine.settings import CustomRule

NOTATION = (Path(__file__).parents[2] / "docs/notation.md").read_text()

cards = st.sampled_from(sorted(card for card in FACE if "/" not in card))
colours = st.sampled_from(["", "r", "y", "g", "b"])
seats = st.integers(1, 20).map(lambda number: f"p{number}")
gifts = st.lists(cards, max_size=2).map(tuple)
texts = st.text(min_size=1, max_size=30)
numbers = st.integers(0, 1000) | st.floats(-1e5, 1e5, allow_nan=False)

COMMANDS: dict[type[Command], st.SearchStrategy[Command]] = {
    commands.PlayCard: st.builds(
        commands.PlayCard, card=cards, colour=colours, target=st.just("") | seats, give=gifts,
        extra=st.just("") | cards, extra_colour=colours, extra_target=st.just("") | seats, extra_give=gifts,
    ),
    commands.CatchPlayer: st.builds(commands.CatchPlayer, seat=seats),
    commands.KickPlayer: st.builds(commands.KickPlayer, seat=seats),
    commands.AnswerDuel: st.builds(commands.AnswerDuel, answer=texts),
    commands.HandInStroke: st.builds(
        commands.HandInStroke,
        points=st.lists(numbers.map(float), min_size=16, max_size=40).filter(lambda p: len(p) % 2 == 0).map(tuple),
    ),
    commands.ChooseColour: st.builds(commands.ChooseColour, colour=texts),
    commands.AddBot: st.builds(commands.AddBot, level=st.sampled_from(["easy", "normal", "hard"])),
    commands.JoinRoom: st.builds(commands.JoinRoom, player=st.just("p1"), name=texts),
    commands.ChangeSettings: st.builds(
        commands.ChangeSettings,
        changes=st.dictionaries(st.sampled_from(["public", "start_hand", "specials.duel", "ruleset"]), texts),
        custom_rule=st.none() | st.builds(CustomRule, text=texts, effect=st.just("skip"), n=st.integers(1, 10)),
    ),
}  # fmt: skip
# Asked by the services themselves: they have no notation to be read.
UNWRITTEN = (commands.CreateRoom, commands.CloseRoom)
BARE = [
    kind
    for kind in (*Command.__subclasses__(), *commands.Dealing.__subclasses__())
    if kind not in COMMANDS and kind not in (commands.Dealing, *UNWRITTEN)
]


def read(text: str) -> Command:
    return parse_command(text, "p1", turn=7)


def same(command: Command) -> Command:
    """As the reader knows it: by that seat, in that turn."""
    if isinstance(command, commands.JoinRoom):
        return commands.JoinRoom(player="p1", name=command.name, turn=7)
    return type(command)(
        **{**{name: getattr(command, name) for name in command.__struct_fields__}, "by": "p1", "turn": 7}
    )


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_command_reads_back_as_it_was_written(kind: type[Command], data: st.DataObject):
    command = data.draw(COMMANDS[kind])
    assert read(format_command(command)) == same(command)


@pytest.mark.parametrize("kind", BARE, ids=lambda kind: kind.__name__)
def test_so_does_one_that_is_a_word(kind: type[Command]):
    text = format_command(kind(by="p1", **({"seed": b""} if issubclass(kind, commands.Dealing) else {})))
    assert type(read(text)) is kind


@pytest.mark.parametrize("card", sorted(FACE))
def test_every_card_is_written_down(card: str):
    assert parse_cards(card) == [card]
    assert is_card(card) == ("/" not in card)
    face = FACE[card]
    written = card.partition("/")[0] if face.wild else f"r{face.id}"
    assert f"`{written}`" in NOTATION or face.kind == "digit"


@pytest.mark.parametrize("text", ["r10", "x5", "5", "wild5", "r", "wild/x", "RSKIP", "r 5"])
def test_what_is_no_card_is_named(text: str):
    with pytest.raises(ValueError, match="no such card"):
        parse_cards(f"r5 {text} g2")


@pytest.mark.rule("COM-28")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_command"),
        ("   ", "unknown_command"),
        ("Play r5", "unknown_command"),
        ("create", "unknown_command"),
        ("close", "unknown_command"),
        ("play", "bad_command"),
        ("play r5 g5", "bad_command"),
        ("play r5 seed=1", "bad_command"),
        ("draw 2", "bad_command"),
        ("draw by=p2", "bad_command"),
        ("catch", "bad_command"),
        ("catch p1 p2", "bad_command"),
        ("circle 1,2 3", "bad_stroke"),
        ("circle 1,2 x,y", "bad_stroke"),
        ("set start_hand", "bad_command"),
        ("set custom_rule.text=x", "bad_command"),
        ("set custom_rule.text=x custom_rule.effect=skip custom_rule.n=many", "bad_command"),
        ('join "unfinished', "bad_command"),
        ("play r5 " + "x" * 50_000, "bad_command"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str):
    with pytest.raises(Refused) as refused:
        read(text)
    assert refused.value.code == code
