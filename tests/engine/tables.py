"""Tables to start a test from: a scenario's JSON as keywords, and rooms in their lobby phase."""

from typing import Any

from services.game.engine import Room, apply, commands, next_deadline
from services.game.engine.events import Event
from services.game.engine.notation import parse_command
from services.game.scenario_table import START_MS, build

SEED = bytes(range(32))


def table(ruleset: str, **written: Any) -> Room:
    """The room that a scenario with these keys describes; its players sit at p1, p2, …"""
    return build({"ruleset": ruleset, **written})[0]


def lobby(ruleset: str = "classic108", players: int = 3, **settings: str) -> Room:
    """A room in its lobby phase, everybody connected."""
    room = Room(code="TEST2345")
    apply(room, commands.CreateRoom(ruleset=ruleset, seed=SEED, settings=settings), START_MS)
    for number in range(1, players + 1):
        arrive(room, f"player-{number}")
    return room


def arrive(room: Room, player: str, connection: str = "1") -> str:
    """Somebody joins and connects; their seat."""
    apply(room, commands.JoinRoom(player=player, name=player), room.now)
    seat = room.seat_of(player)
    if seat:
        apply(room, commands.ConnectPlayer(by=seat, gateway="gateway", connection=connection), room.now)
    return seat


def do(room: Room, seat: str, text: str, after_ms: int = 0) -> list[Event]:
    """The seat's command in notation, so much later."""
    return apply(room, parse_command(text, seat), room.now + after_ms)


def pass_time(room: Room, ms: int) -> list[Event]:
    """Time passes, and what falls due on the way happens."""
    until = room.now + ms
    happened = []
    while (due := next_deadline(room)) is not None and due <= until:
        happened += apply(room, commands.Expire(), max(due, room.now))
    if not room.closed:
        apply(room, commands.Expire(), until)
    return happened


def kinds(events: list[Event]) -> list[str]:
    """The names of what happened."""
    return [type(event).__name__ for event in events]
