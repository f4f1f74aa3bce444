"""The room's own commands: creating, settings, bots, agreement, and how it goes on after a round (COM-22 to COM-24)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.commands import (
    AddBot,
    AgreeToRule,
    ChangeSettings,
    CloseRoom,
    CreateRoom,
    Dealing,
    KickPlayer,
    ReturnToLobby,
    SkipSlowTurn,
    StartGame,
    StartNextRound,
)  # fmt: skip
from services.game.engine.names import bot_name
from services.game.engine.refusals import Refused
from services.game.engine.rounds import MIN_SEATED, deal
from services.game.engine.rulesets import RULESETS
from services.game.engine.seats import kick, reopen_lobby, seat, seat_waiting, taken_names
from services.game.engine.settings import EFFECTS, CustomRule, change
from services.game.engine.table import Circle, Duel
from services.game.engine.timeouts import time_out
from services.game.engine.turns import Flow

if TYPE_CHECKING:
    from services.game.engine.room import Room

LEVELS = ("easy", "normal", "hard")
MAX_RULE_TEXT = 200
MAX_RULE_N = 10
CHOICE_MS = 60_000
SLOW_MS = 30_000


def create(room: "Room", command: CreateRoom) -> Flow:
    """Opens the room; repeated, it finds the same room."""
    if room.ruleset:
        return
    if command.ruleset not in RULESETS:
        raise Refused("bad_setting", setting="ruleset")
    rules = RULESETS[command.ruleset]
    rules.settings(command.settings)
    yield events.RoomCreated(ruleset=command.ruleset, settings=dict(command.settings), seed=command.seed)


def change_settings(room: "Room", command: ChangeSettings) -> Flow:
    """All of it, or with `bad_setting` nothing. A changed custom rule must be agreed to anew (CL-15)."""
    _lobby_host(room, command.by)
    changes = dict(command.changes)
    ruleset = changes.pop("ruleset", room.ruleset)
    if ruleset not in RULESETS:
        raise Refused("bad_setting", setting="ruleset")
    rules = RULESETS[ruleset]
    base = room.settings if ruleset == room.ruleset else rules.settings()
    changed = change(base, changes, rules.specs)
    if changed.max_players < len(room.seats):
        raise Refused("bad_setting", setting="max_players")
    if command.custom_rule is not None:
        _check_rule(command.custom_rule, allowed=rules.plays_custom_rule(changed))
    yield events.SettingsChanged(changes=dict(command.changes), custom_rule=command.custom_rule)
    yield from seat_waiting(room)
    yield events.HostActed()


def _check_rule(rule: CustomRule, *, allowed: bool) -> None:
    text = rule.text.strip()
    sound = 1 <= len(text) <= MAX_RULE_TEXT and text.isprintable() and rule.effect in EFFECTS
    if not (allowed and sound and 1 <= rule.n <= MAX_RULE_N):
        raise Refused("bad_setting", setting="custom_rule")


def add_bot(room: "Room", command: AddBot) -> Flow:
    _lobby_host(room, command.by)
    if command.level not in LEVELS:
        raise Refused("bad_command")
    if len(room.seats) >= room.settings.max_players:
        raise Refused("room_full")
    yield from seat(room, bot_name(taken_names(room)), "", command.level)
    yield events.HostActed()


def kick_player(room: "Room", command: KickPlayer) -> Flow:
    """By the host, or by nobody in the room: an operator."""
    if command.by:
        _host(room, command.by)
    yield from kick(room, command)
    if command.by:
        yield events.HostActed()


def agree(room: "Room", command: AgreeToRule) -> Flow:
    if room.phase != "lobby":
        raise Refused("wrong_phase")
    if room.custom_rule is None or not room.rules.plays_custom_rule(room.settings):
        raise Refused("wrong_phase")
    if not room.at(command.by).agreed:
        yield events.RuleAgreed(seat=command.by)


def start(room: "Room", command: StartGame) -> Flow:
    _lobby_host(room, command.by)
    if len(room.seats) < MIN_SEATED:
        raise Refused("not_enough_players")
    if not all_agreed(room):
        raise Refused("not_agreed")
    yield from deal(room, command, new_game=True)


def all_agreed(room: "Room") -> bool:
    """Every seated human agrees to the custom rule, where one is played (CL-15)."""
    if not room.rules.plays_custom_rule(room.settings):
        return True
    return room.custom_rule is not None and all(human.agreed for human in room.humans())


def go_on(room: "Room", command: Dealing) -> Flow:
    """The next round of the game, or another game (COM-24)."""
    next_round = isinstance(command, StartNextRound)
    if room.phase != ("round_over" if next_round else "game_over"):
        raise Refused("wrong_phase")
    _chooser(room, command.by)
    yield from deal(room, command, new_game=not next_round)


def return_to_lobby(room: "Room", command: ReturnToLobby) -> Flow:
    if room.phase not in ("round_over", "game_over"):
        raise Refused("wrong_phase")
    _chooser(room, command.by)
    yield from reopen_lobby(room)


def skip_slow_turn(room: "Room", command: SkipSlowTurn) -> Flow:
    """The host moves a slow turn on; on the host's own turn any other human may (MC-16)."""
    if room.phase != "playing":
        raise Refused("wrong_phase")
    if isinstance(room.round.pending, Duel | Circle):
        raise Refused("minigame_running")
    if not may_skip(room, command.by):
        raise Refused("not_host")
    if command.turn and command.turn != room.round.turn_number:
        raise Refused("too_late")
    if not is_slow(room, room.now):
        raise Refused("not_slow")
    yield from time_out(room, "host")


def may_skip(room: "Room", by: str) -> bool:
    if room.round.turn == room.host:
        return by != room.host and not room.at(by).bot
    return by == room.host


def is_slow(room: "Room", now: int) -> bool:
    """A turn without a clock that has lasted 30 s; a minigame is nobody's turn."""
    table = room.round
    if table.turn_deadline or isinstance(table.pending, Duel | Circle):
        return False
    return bool(table.turn) and now - table.turn_started >= SLOW_MS


def close(room: "Room", command: CloseRoom) -> Flow:
    if not room.closed:
        yield events.RoomClosed(reason=command.reason)


def may_choose(room: "Room", by: str, now: int) -> bool:
    """The host, and after 60 s any seated human (COM-24)."""
    return by == room.host or (now - room.over_since >= CHOICE_MS and not room.at(by).bot)


def _chooser(room: "Room", by: str) -> None:
    if not may_choose(room, by, room.now):
        raise Refused("not_host")


def _host(room: "Room", by: str) -> None:
    if by != room.host:
        raise Refused("not_host")


def _lobby_host(room: "Room", by: str) -> None:
    """Settings change and bots join only in the lobby phase (COM-23)."""
    if room.phase != "lobby":
        raise Refused("wrong_phase")
    _host(room, by)
