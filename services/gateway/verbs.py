"""The room commands a socket may send, as `zerocards.game.v1.Command`, and their way into that message."""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from zerocards.game.v1 import command_pb2

from services.gateway.strict import Line, OneOf, Strict, UInt32, Word

Cards = Annotated[tuple[Word, ...], Meta(max_length=10)]
Settings = dict[Word, Line]
"""Bounded by the frame's length; the game worker knows the names."""

_COORDINATE = Annotated[int, Meta(ge=0, le=1_000)]


class PlayCard(Strict, frozen=True):
    card: Word = ""
    colour: Word = ""
    target: Word = ""
    give: Cards = ()
    extra: Word = ""
    extra_colour: Word = ""
    extra_target: Word = ""
    extra_give: Cards = ()


class Bare(Strict, frozen=True):
    """A command that the verb says all of."""


class CatchPlayer(Strict, frozen=True):
    seat: Word = ""


class AnswerDuel(Strict, frozen=True):
    answer: Line = ""


class HandInStroke(Strict, frozen=True):
    # 2,000 points; too few of them are refused by the rules, with `bad_stroke`.
    points: Annotated[tuple[_COORDINATE, ...], Meta(max_length=4_000)] = ()


class ChooseColour(Strict, frozen=True):
    colour: Word = ""


class JoinRoom(Strict, frozen=True):
    name: Line = ""


class AddBot(Strict, frozen=True):
    level: Word = ""


class KickPlayer(Strict, frozen=True):
    seat: Word = ""


class CustomRule(Strict, frozen=True):
    text: Line = ""
    effect: Word = ""
    n: UInt32 = 0


class ChangeSettings(Strict, frozen=True):
    changes: Settings = msgspec.field(default_factory=dict)
    custom_rule: CustomRule | UnsetType = UNSET


class Command(OneOf, frozen=True):
    """What a player asks of the room that the connection follows."""

    BESIDE: ClassVar[tuple[str, ...]] = ("turn",)

    turn: UInt32 = 0
    play: PlayCard | UnsetType = UNSET
    draw: Bare | UnsetType = UNSET
    pass_: Bare | UnsetType = msgspec.field(default=UNSET, name="pass")
    take: Bare | UnsetType = UNSET
    challenge: Bare | UnsetType = UNSET
    call: Bare | UnsetType = UNSET
    catch: CatchPlayer | UnsetType = UNSET
    answer: AnswerDuel | UnsetType = UNSET
    circle: HandInStroke | UnsetType = UNSET
    colour: ChooseColour | UnsetType = UNSET
    skip: Bare | UnsetType = UNSET
    join: JoinRoom | UnsetType = UNSET
    leave: Bare | UnsetType = UNSET
    watch: Bare | UnsetType = UNSET
    bot: AddBot | UnsetType = UNSET
    kick: KickPlayer | UnsetType = UNSET
    set: ChangeSettings | UnsetType = UNSET
    agree: Bare | UnsetType = UNSET
    start: Bare | UnsetType = UNSET
    next: Bare | UnsetType = UNSET
    rematch: Bare | UnsetType = UNSET
    lobby: Bare | UnsetType = UNSET


def to_proto(command: Command) -> command_pb2.Command:
    """The equal message: fields are named alike, so that a new verb needs no line here."""
    verb, value = command.chosen()
    fields: dict[str, Any] = {"turn": command.turn, verb: _fields(value)}
    return command_pb2.Command(**fields)


def _fields(message: Strict) -> dict[str, Any]:
    return {
        name: _fields(value) if isinstance(value, Strict) else value
        for name, value in msgspec.structs.asdict(message).items()
        if value is not UNSET
    }
