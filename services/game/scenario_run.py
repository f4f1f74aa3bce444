"""Runs a scenario's steps through the commands and the views, and compares what must hold."""

from collections import Counter
from typing import Any

import msgspec

from services.game.engine import Refused, Room, apply, commands, next_deadline, views
from services.game.engine.events import Event, wire_name
from services.game.engine.notation import parse_command
from services.game.scenario_table import build, seed

BY_OUTSIDERS = ("join", "watch")


class Mismatch(AssertionError):
    """A step went another way than written."""


class Run:
    """One scenario on its way: the room, who sits where, what has happened since the last expect."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.scenario = scenario
        self.room, self.seats = build(scenario)
        self.now = self.room.now
        self.deals = 1
        self.happened: list[Event] = []

    @property
    def names(self) -> dict[str, str]:
        return {seat: name for name, seat in self.seats.items()}

    def step(self, step: dict[str, Any]) -> None:
        error = step.get("error")
        ((who, what),) = [(key, value) for key, value in step.items() if key != "error"]
        if who == "clock":
            self.pass_time(what)
        elif who == "expect":
            self.expect(what)
            self.happened = []
        elif who in ("offline", "online"):
            kind = commands.DisconnectPlayer if who == "offline" else commands.ConnectPlayer
            self.happened += apply(self.room, kind(by=self.seats[what]), self.now)
        elif error is None:
            self.accept(who, what)
        else:
            self.refuse(who, what, error)

    def pass_time(self, ms: int) -> None:
        """Lets time pass, firing what falls due on the way."""
        until = self.now + ms
        while (due := next_deadline(self.room)) is not None and due <= until and not self.room.closed:
            self.now = max(self.now, due)
            happened = apply(self.room, commands.Expire(), self.now)
            if not happened:
                raise Mismatch(f"something was due at {due}, and nothing happened")
            self.happened += happened
        self.now = until
        apply(self.room, commands.Expire(), self.now)

    def accept(self, who: str, text: str) -> None:
        try:
            self.happened += self.command(who, text)
        except Refused as refused:
            raise Mismatch(f"{who}: {text} was refused: {refused.code} {refused.params or ''}") from None

    def refuse(self, who: str, text: str, error: str) -> None:
        before = msgspec.msgpack.encode(self.room)
        try:
            self.command(who, text)
        except Refused as refused:
            if refused.code != error:
                raise Mismatch(f"{who}: {text} was refused with {refused.code}, not {error}") from None
        else:
            raise Mismatch(f"{who}: {text} was accepted, not refused with {error}")
        if msgspec.msgpack.encode(self.room) != before:
            raise Mismatch(f"{who}: {text} was refused and changed something all the same")

    def command(self, who: str, text: str) -> list[Event]:
        by = self.seats.get(who, "")
        words = text.split(" ", 1)
        if words[0] in ("catch", "kick") and len(words) > 1:
            text = f"{words[0]} {self.seats.get(words[1], words[1])}"
        command = parse_command(text, by if by and words[0] not in BY_OUTSIDERS else who)
        match command:
            case commands.PlayCard():
                command = msgspec.structs.replace(
                    command,
                    target=self.seats.get(command.target, command.target),
                    extra_target=self.seats.get(command.extra_target, command.extra_target),
                )
            case commands.Dealing():
                self.deals += 1
                command = msgspec.structs.replace(command, seed=seed(self.scenario, self.deals))
            case commands.WatchRoom() | commands.LeaveRoom():
                command = msgspec.structs.replace(command, by=by, player=who)
        happened = apply(self.room, command, self.now)
        for seat in self.room.seats:  # somebody new is called by their own name, and is there
            if seat.seat not in self.names and not seat.bot:
                self.seats[seat.player] = seat.seat
                happened += apply(self.room, commands.ConnectPlayer(by=seat.seat), self.now)
            elif seat.seat not in self.names:
                self.seats[seat.name] = seat.seat
        return happened

    def expect(self, wanted: dict[str, Any]) -> None:
        shown = _shown(self)
        for key, value in wanted.items():
            problem = _COMPARE.get(key, _equal)(self, key, value, shown)
            if problem:
                raise Mismatch(f"{key}: {problem}")


def run(scenario: dict[str, Any]) -> Room:
    """Runs the scenario to its end; raises `Mismatch` naming the step, or `Unplayable`."""
    running = Run(scenario)
    for number, step in enumerate(scenario["steps"], 1):
        try:
            running.step(step)
        except Mismatch as mismatch:
            raise Mismatch(f"step {number}: {mismatch}") from None
    return running.room


def _shown(running: Run) -> dict[str, Any]:
    """Everything an `expect` may name, but what is compared in its own way."""
    room, names = running.room, running.names
    table = room.table
    shown: dict[str, Any] = {"phase": views.phase(room), "host": names.get(room.host, ""), "winner": None}
    shown["scores"] = {names.get(seat.seat, seat.seat): seat.score for seat in room.seats}
    shown["table"] = {
        names.get(line.seat, line.name): {"games_won": line.games_won, "points": line.points}
        for line in views.room_view(room, running.now).standings
    }
    if table is None:
        return shown
    view = views.table_view(room, running.now)
    if view is None:
        raise AssertionError("a table without a view")
    result = view.result
    winner = "" if result is None else result.game_winner if room.phase == "game_over" else result.winner
    shown |= {
        "turn": names.get(view.turn, ""),
        "top": view.top,
        "colour": view.colour,
        "direction": view.direction,
        "stack": view.stack.cards if view.stack else 0,
        "out": [names[seat.seat] for seat in view.seats if seat.out],
        "frozen": [names[seat.seat] for seat in view.seats if seat.frozen],
        "bomb": {"countdown": view.bomb.countdown, "cards": view.bomb.cards} if view.bomb else None,
        "chaos": view.chaos,
        "panic": view.panic,
        "winner": names.get(winner) if winner else None,
    }
    return shown


def _equal(running: Run, key: str, value: Any, shown: dict[str, Any]) -> str:  # noqa: ARG001
    found = shown.get(key)
    if isinstance(value, list):  # of names, in any order
        value, found = sorted(value), sorted(found or [])
    return "" if found == value else f"{found!r}, not {value!r}"


def _named(running: Run, key: str, value: Any, shown: dict[str, Any]) -> str:  # noqa: ARG001
    """Only the players named are compared."""
    found = {name: shown[key].get(name) for name in value}
    if key == "table":
        found = {
            name: {field: line.get(field) for field in value[name]} if line and isinstance(value[name], dict) else line
            for name, line in found.items()
        }
    return "" if found == value else f"{found!r}, not {value!r}"


def _hands(running: Run, key: str, value: Any, shown: dict[str, Any]) -> str:  # noqa: ARG001
    for name, hand in value.items():
        seat = running.seats[name]
        view = views.seat_view(running.room, seat, running.now)
        if isinstance(hand, int):
            if len(view.hand) != hand:
                return f"{name} holds {len(view.hand)} cards, not {hand}"
        elif Counter(view.hand) != Counter(hand.split()):
            return f"{name} holds {' '.join(sorted(view.hand))}, not {hand}"
    return ""


def _pile(running: Run, key: str, value: Any, shown: dict[str, Any]) -> str:  # noqa: ARG001
    table = running.room.round
    pile = table.draw[::-1] if key == "draw" else table.discard
    if isinstance(value, int):
        return "" if len(pile) == value else f"{len(pile)} cards, not {value}"
    return "" if pile == value.split() else f"{' '.join(pile)}, not {value}"


def _open_to(running: Run, name: str) -> set[str]:
    view = views.seat_view(running.room, running.seats[name], running.now)
    catches = [f"catch:{running.names[seat]}" for seat in view.catches]
    verbs = [*view.verbs, *(["catch"] if catches else []), *(["play"] if view.plays else [])]
    return {*verbs, *catches, *(f"play:{play.card}" for play in view.plays)}


def _can(running: Run, key: str, value: Any, shown: dict[str, Any]) -> str:  # noqa: ARG001
    for name, words in value.items():
        found = _open_to(running, name)
        for word in words.split():
            if (word in found) != (key == "can"):
                return f"{name} {'cannot' if key == 'can' else 'can'} {word} (can: {' '.join(sorted(found))})"
    return ""


def _events(running: Run, key: str, value: Any, shown: dict[str, Any]) -> str:  # noqa: ARG001
    """These have happened since the last expect, in this order, others between."""
    happened = [wire_name(type(event)) for event in running.happened]
    rest = iter(happened)
    for wanted in value:
        name = wanted[0].lower() + wanted[1:]
        if name not in rest:
            return f"{' '.join(happened)}, where {name} was wanted"
    return ""


_COMPARE = {
    "hands": _hands, "draw": _pile, "discard": _pile, "can": _can, "cannot": _can, "events": _events,
    "scores": _named, "table": _named,
}  # fmt: skip
