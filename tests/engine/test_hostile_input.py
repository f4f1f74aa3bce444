"""Nothing that a client can write gets further than a refusal."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.game.engine import Refused, Room, apply, commands, events
from services.game.engine.commands import Command
from services.game.engine.notation import parse_command
from tests.engine.games import documented_refusals
from tests.engine.tables import do, lobby, table
from tools.soak.soundness import encoded, sound, stored

MARK = "<b>anything at all</b>"
FIELDS = {
    str: st.sampled_from(["", "p1", "p2", "r", "r5", "wild", MARK]) | st.text(max_size=8),
    bytes: st.binary(min_size=32, max_size=32),
}
# Asked by the services themselves, or changing nothing.
OURS = (commands.CreateRoom, commands.CloseRoom, commands.Expire, commands.Dealing, commands.WatchRoom)
CLIENTS = [kind for kind in Command.__subclasses__() if not issubclass(kind, OURS)]


def any_command(kind: type[Command]) -> st.SearchStrategy[Command]:
    """The command with any text in any of its fields, by any seat of the table."""
    fields = {
        field.name: FIELDS.get(field.type, st.from_type(field.type))
        for field in msgspec.structs.fields(kind)
        if field.name not in ("by", "turn", "deck", "dealer")
    }
    return st.builds(kind, by=st.sampled_from(["p1", "p2", "p3", "p9", ""]), **fields)


def rooms() -> list[Room]:
    """A lobby; a turn with jump-in on; a stack; a duel."""
    hands = {"A": "r5 b2 rduel wild+1", "B": "g+2 y6 r7", "C": "r4 g9 rgift"}
    laid = {"players": ["A", "B", "C"], "hands": hands, "discard": "r4", "draw": "g1 g2 g3 g4 g5 g6", "turn": "A"}
    waiting = table("zerocards", **laid, settings={"jump_in": True})
    stacked = table("zerocards", **laid, stack={"cards": 2, "by": "C", "last": "+2"})
    duelling = table("zerocards", **laid)
    do(duelling, "p1", "play rduel target=p2")
    return [lobby(), waiting, stacked, duelling]


ROOMS = rooms()
REFUSALS = documented_refusals()


@pytest.mark.rule("COM-28")
@settings(max_examples=300)
@given(room=st.sampled_from(ROOMS), command=st.sampled_from(CLIENTS).flatmap(any_command))
def test_any_command_is_refused_or_sound(room: Room, command: Command):
    trial = stored(room)
    happened: list[events.Event] = []
    code = refusal(lambda: happened.extend(apply(trial, command, trial.now)))
    if code:
        assert code in REFUSALS
        assert encoded(trial) == encoded(room)
    sound(trial)
    if not isinstance(command, commands.JoinRoom | commands.ChangeSettings):
        assert MARK not in msgspec.json.encode(events.wire(happened)).decode()


@pytest.mark.rule("COM-28")
@pytest.mark.parametrize("player", ["", "bot:p4"])
def test_nobody_sits_down_under_a_bots_identity(player: str):
    room = lobby()
    assert refusal(lambda: apply(room, commands.JoinRoom(player=player, name="Mallory"), room.now)) == "bad_command"
    assert len(room.seats) == len(lobby().seats)


@pytest.mark.rule("COM-28")
@settings(max_examples=300)
@given(
    text=st.text(max_size=40)
    | st.builds("{} {}".format, st.sampled_from(["play", "set", "circle", "catch"]), st.text(max_size=30))
)
def test_any_text_is_a_command_or_refused(text: str):
    assert refusal(lambda: parse_command(text, "p1")) in ("", "unknown_command", "bad_command", "bad_stroke")


def refusal(ask: Callable[[], object]) -> str:
    """The code that it is refused with; empty when it is not."""
    try:
        ask()
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.rule("COM-28")
@pytest.mark.parametrize("card", ["r5", "rskip", "wild"])
def test_a_choice_that_the_card_does_not_need_is_heard_of_by_nobody(card: str):
    room = table("classic108", players=["A", "B"], hands={"A": f"{card} r6 b1", "B": "g5 g6"}, discard="r4", turn="A")
    play = commands.PlayCard(by="p1", card=card, colour="r", target=MARK, give=(MARK,), extra=MARK, extra_target=MARK)
    assert MARK not in str(apply(room, play, room.now))
    assert MARK not in encoded(room).decode(errors="replace")


@pytest.mark.rule("ZC-17")
def test_a_choice_that_an_extra_does_not_need_is_heard_of_by_nobody():
    room = table("zerocards", players=["A", "B"], hands={"A": "wild+1 r6 b1", "B": "g5 g6"}, discard="g4", turn="A")
    play = commands.PlayCard(by="p1", card="wild+1", colour="r", extra="r6", extra_target=MARK, target=MARK)
    assert MARK not in str(apply(room, play, room.now))
