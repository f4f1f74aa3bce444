"""Notation: how cards and commands are written, read and spelled back (docs/notation.md)."""

import shlex
from collections.abc import Callable, Mapping

from services.game.engine import commands
from services.game.engine.cards import Card
from services.game.engine.commands import Command
from services.game.engine.faces import FACE
from services.game.engine.refusals import Refused
from services.game.engine.settings import CustomRule

# What "custom_rule.text=…", "custom_rule.effect=…", "custom_rule.n=…" of a `set` are gathered into.
RULE = "custom_rule."
# The verbs that take key=value; a name or an answer may have an "=" in it.
KEYED = ("play", "set")
MAX_COMMAND = 40_000  # characters: a stroke of 2,000 points fits


def parse_cards(text: str) -> list[Card]:
    """Cards separated by spaces; ValueError names one that is none."""
    cards = text.split()
    for card in cards:
        if card not in FACE:
            raise ValueError(f"no such card: {card}")
    return cards


def is_card(text: str) -> bool:
    """A card as it is held: known, and without a chosen colour."""
    return text in FACE and "/" not in text


def parse_command(text: str, by: str, turn: int = 0) -> Command:
    """A command by a seat; `unknown_command` for a verb there is not, `bad_command` for what else cannot be read."""
    if len(text) > MAX_COMMAND:
        raise Refused("bad_command")
    try:
        words = shlex.split(text)
    except ValueError:
        raise Refused("bad_command") from None
    if not words or words[0] not in _READ:
        raise Refused("unknown_command")
    keyed = words[0] in KEYED
    plain = [word for word in words[1:] if not (keyed and _is_pair(word))]
    pairs = dict(word.split("=", 1) for word in words[1:] if keyed and _is_pair(word))
    try:
        return _READ[words[0]](by, turn, plain, pairs)
    except (ValueError, IndexError, KeyError):
        raise Refused("bad_command") from None


def _is_pair(word: str) -> bool:
    return "=" in word and word.split("=", 1)[0].replace("_", "").replace(".", "").isalnum()


Words = list[str]
Pairs = Mapping[str, str]
Read = Callable[[str, int, Words, Pairs], Command]


def _play(by: str, turn: int, words: Words, pairs: Pairs) -> Command:
    (card,) = words
    keys = {"colour", "target", "give", "extra", "extra_colour", "extra_target", "extra_give"}
    if pairs.keys() - keys:
        raise Refused("bad_command")
    texts = {key: value for key, value in pairs.items() if not key.endswith("give")}
    gifts = {key: tuple(filter(None, value.split(","))) for key, value in pairs.items() if key.endswith("give")}
    return commands.PlayCard(by=by, turn=turn, card=card, **texts, **gifts)  # type: ignore[arg-type]


def _bare(kind: type[Command]) -> Read:
    """A verb without anything behind it."""

    def read(by: str, turn: int, words: Words, pairs: Pairs) -> Command:
        if words or pairs:
            raise Refused("bad_command")
        return kind(by=by, turn=turn)

    return read


def _one(kind: Callable[..., Command], field: str) -> Read:
    """A verb with one word behind it."""

    def read(by: str, turn: int, words: Words, pairs: Pairs) -> Command:
        (word,) = words
        if pairs:
            raise Refused("bad_command")
        return kind(by=by, turn=turn, **{field: word})

    return read


def _circle(by: str, turn: int, words: Words, pairs: Pairs) -> Command:
    try:
        points = tuple(float(number) for word in words for number in _xy(word))
    except ValueError:
        raise Refused("bad_stroke") from None
    return commands.HandInStroke(by=by, turn=turn, points=points)


def _xy(word: str) -> tuple[str, str]:
    x, y = word.split(",")
    return x, y


def _set(by: str, turn: int, words: Words, pairs: Pairs) -> Command:
    if words:
        raise Refused("bad_command")
    changes = {key: value for key, value in pairs.items() if not key.startswith(RULE)}
    parts = {key[len(RULE) :]: value for key, value in pairs.items() if key.startswith(RULE)}
    rule = CustomRule(parts["text"], parts["effect"], int(parts.get("n", "1"))) if parts else None
    return commands.ChangeSettings(by=by, turn=turn, changes=changes, custom_rule=rule)


def _join(by: str, turn: int, words: Words, pairs: Pairs) -> Command:
    return commands.JoinRoom(by="", turn=turn, player=by, name=" ".join(words) or by)


# Whoever reads `start`, `next` or `rematch` puts the seed in: notation holds no randomness.
NO_SEED = b""


def _deals(kind: Callable[..., Command]) -> Read:
    def read(by: str, turn: int, words: Words, pairs: Pairs) -> Command:
        if words or pairs:
            raise Refused("bad_command")
        return kind(by=by, turn=turn, seed=NO_SEED)

    return read


_READ: dict[str, Read] = {
    "play": _play,
    "draw": _bare(commands.DrawCard),
    "pass": _bare(commands.PassTurn),
    "take": _bare(commands.TakeStack),
    "challenge": _bare(commands.ChallengeWild),
    "call": _bare(commands.CallLastCard),
    "catch": _one(commands.CatchPlayer, "seat"),
    "answer": _one(commands.AnswerDuel, "answer"),
    "circle": _circle,
    "colour": _one(commands.ChooseColour, "colour"),
    "skip": _bare(commands.SkipSlowTurn),
    "join": _join,
    "leave": _bare(commands.LeaveRoom),
    "watch": _bare(commands.WatchRoom),
    "bot": _one(commands.AddBot, "level"),
    "kick": _one(commands.KickPlayer, "seat"),
    "set": _set,
    "agree": _bare(commands.AgreeToRule),
    "start": _deals(commands.StartGame),
    "next": _deals(commands.StartNextRound),
    "rematch": _deals(commands.StartRematch),
    "lobby": _bare(commands.ReturnToLobby),
    "expire": _bare(commands.Expire),
    "offline": _bare(commands.DisconnectPlayer),
    "online": _bare(commands.ConnectPlayer),
}
_VERB = {
    commands.PlayCard: "play", commands.DrawCard: "draw", commands.PassTurn: "pass", commands.TakeStack: "take",
    commands.ChallengeWild: "challenge", commands.CallLastCard: "call", commands.CatchPlayer: "catch",
    commands.AnswerDuel: "answer", commands.HandInStroke: "circle", commands.ChooseColour: "colour",
    commands.SkipSlowTurn: "skip", commands.JoinRoom: "join", commands.LeaveRoom: "leave",
    commands.WatchRoom: "watch", commands.AddBot: "bot", commands.KickPlayer: "kick",
    commands.ChangeSettings: "set", commands.AgreeToRule: "agree", commands.StartGame: "start",
    commands.StartNextRound: "next", commands.StartRematch: "rematch", commands.ReturnToLobby: "lobby",
    commands.Expire: "expire", commands.DisconnectPlayer: "offline", commands.ConnectPlayer: "online",
    commands.CreateRoom: "create", commands.CloseRoom: "close",
}  # fmt: skip


def format_command(command: Command) -> str:
    """The command as it is written; what read it back gives an equal one (seeds and connections aside)."""
    verb = _VERB[type(command)]
    match command:
        case commands.PlayCard():
            return " ".join([verb, shlex.quote(command.card), *_pairs(command)])
        case commands.CatchPlayer() | commands.KickPlayer():
            return f"{verb} {shlex.quote(command.seat)}"
        case commands.AnswerDuel():
            return f"{verb} {shlex.quote(command.answer)}"
        case commands.HandInStroke():
            xs, ys = command.points[::2], command.points[1::2]
            return " ".join([verb, *(f"{_coordinate(x)},{_coordinate(y)}" for x, y in zip(xs, ys, strict=False))])
        case commands.ChooseColour():
            return f"{verb} {shlex.quote(command.colour)}"
        case commands.AddBot():
            return f"{verb} {shlex.quote(command.level)}"
        case commands.JoinRoom():
            return f"{verb} {shlex.quote(command.name)}"
        case commands.ChangeSettings():
            return " ".join([verb, *_setting_pairs(command)])
    return verb


def _pairs(command: commands.PlayCard) -> list[str]:
    found = []
    for key in ("colour", "target", "give", "extra", "extra_colour", "extra_target", "extra_give"):
        value = getattr(command, key)
        if value:
            found.append(f"{key}={shlex.quote(value if isinstance(value, str) else ','.join(value))}")
    return found


def _coordinate(number: float) -> str:
    """All of its digits: another stroke could have another score."""
    return repr(float(number)).removesuffix(".0")


def _setting_pairs(command: commands.ChangeSettings) -> list[str]:
    pairs = dict(command.changes)
    if command.custom_rule is not None:
        rule = command.custom_rule
        pairs |= {f"{RULE}text": rule.text, f"{RULE}effect": rule.effect, f"{RULE}n": str(rule.n)}
    return [f"{shlex.quote(key)}={shlex.quote(value)}" for key, value in pairs.items()]
