"""A scenario's table: the room that its JSON describes."""

import hashlib
from typing import Any

from services.game.engine import Room, apply, commands
from services.game.engine.cards import bare, colour_of
from services.game.engine.evolve_table import PANIC_TURN_MS
from services.game.engine.faces import FACE, FACES
from services.game.engine.notation import parse_cards
from services.game.engine.room import Record, Seat, bot_player
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import CustomRule
from services.game.engine.table import Bomb, Stack, Table

START_MS = 1_000_000
# Left out of a scenario, these are off, so that a table stands still unless its test is about them.
STILL = {"auto_draw": "off", "turn_timer_s": "0", "chaos_meter": "off"}


class Unplayable(Exception):
    """The scenario needs a rule set or a card that there is not."""


def seed(scenario: dict[str, Any], number: int = 0) -> bytes:
    """The seed of the scenario's rounds: 0 for the one at hand, 1, 2, … for those dealt later."""
    return hashlib.sha256(f"{scenario.get('seed', 0)}:{number}".encode()).digest()


def build(scenario: dict[str, Any]) -> tuple[Room, dict[str, str]]:
    """The room, and the seat of each player named. Raises `Unplayable`."""
    if scenario["ruleset"] not in RULESETS:
        raise Unplayable(f"no rule set {scenario['ruleset']}")
    room = _room(scenario)
    seats = {_name(player): f"p{at + 1}" for at, player in enumerate(scenario["players"])}
    _seat_players(room, scenario, seats)
    if scenario.get("phase") != "lobby":
        if scenario.get("start"):
            _deal(room, scenario, seats)
        else:
            _lay_table(room, scenario, seats)
    if not any(seat.connected for seat in room.humans()):
        room.paused_at = room.now
    return room, seats


def _room(scenario: dict[str, Any]) -> Room:
    rules = RULESETS[scenario["ruleset"]]
    written = {**{name: value for name, value in STILL.items() if name in rules.defaults}, **rules_of(scenario)}
    settings = rules.settings(written)
    rule = scenario.get("settings", {}).get("custom_rule")
    return Room(
        code="SCENAR10",
        now=START_MS,
        created=START_MS,
        ruleset=rules.id,
        settings=settings,
        custom_rule=CustomRule(rule["text"], rule["effect"], rule.get("n", 1)) if rule else None,
        next_seed=seed(scenario),
        host_active=START_MS,
    )


def rules_of(scenario: dict[str, Any]) -> dict[str, str]:
    """The scenario's settings as they are written on the wire."""
    written: dict[str, str] = {}
    for name, value in scenario.get("settings", {}).items():
        if name == "specials":
            written |= {f"specials.{special}": on_off(on) for special, on in value.items()}
        elif name != "custom_rule":
            written[name] = on_off(value)
    return written


def on_off(value: Any) -> str:
    """true and false mean on and off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _name(player: str) -> str:
    return player.split("*", maxsplit=1)[0]


def _seat_players(room: Room, scenario: dict[str, Any], seats: dict[str, str]) -> None:
    offline = scenario.get("offline", [])
    for player in scenario["players"]:
        name = _name(player)
        bot = (player.split("*")[1] or "normal") if "*" in player else ""
        room.seats.append(
            Seat(
                seat=seats[name],
                name=name,
                player=bot_player(seats[name]) if bot else name,
                bot=bot,
                connected=name not in offline,
                offline_since=room.now if name in offline else 0,
                score=scenario.get("scores", {}).get(name, 0),
                agreed=room.custom_rule is not None and scenario.get("phase") != "lobby",
            )
        )
        room.records[room.seats[-1].player] = Record(name=name)
    room.seat_count = len(room.seats)
    humans = [_name(player) for player in scenario["players"] if "*" not in player]
    host = scenario.get("host", humans[0] if humans else "")
    room.host = seats.get(host, "")


def _deal(room: Room, scenario: dict[str, Any], seats: dict[str, str]) -> None:
    deck = tuple(_cards(scenario["draw"])) if "draw" in scenario else ()
    dealer = seats.get(scenario.get("dealer", ""), "")
    start = commands.StartGame(by=room.host, seed=seed(scenario, 1), deck=deck, dealer=dealer)
    apply(room, start, room.now)


def _lay_table(room: Room, scenario: dict[str, Any], seats: dict[str, str]) -> None:
    hands = {seats[name]: _cards(text) for name, text in scenario["hands"].items()}
    discard = _cards(scenario["discard"])
    turn = seats[scenario["turn"]]
    table = Table(
        round=1,
        seed=room.next_seed,
        order=list(seats.values()),
        hands={seat: hands.get(seat, []) for seat in seats.values()},
        draw=list(reversed(_cards(scenario.get("draw", "")))),
        discard=discard,
        colour=scenario.get("colour") or colour_of(discard[-1]),
        direction=scenario.get("direction", 1),
        dealer=seats.get(scenario.get("dealer", ""), ""),
        turn=turn,
        turn_number=1,
        turn_started=room.now,
        asked_at=room.now,
        called=[seats[name] for name in scenario.get("called", [])],
        frozen=[seats[name] for name in scenario.get("frozen", [])],
        out={seats[name]: _why_out(room) for name in scenario.get("out", [])},
        chaos=scenario.get("chaos", 0),
        panic=scenario.get("panic", 0),
        panic_runs=bool(scenario.get("panic")),
        storm=scenario.get("storm", ""),
        drawn=scenario.get("drawn", ""),
        has_drawn="drawn" in scenario,
    )
    if scenario.get("bomb"):
        table.bomb = Bomb(scenario["bomb"]["countdown"], scenario["bomb"]["cards"])
    if scenario.get("stack"):
        stack = scenario["stack"]
        table.pending = Stack(stack["cards"], seats.get(stack.get("by", ""), ""), _face(stack["last"]))
    limit = PANIC_TURN_MS if table.panic else room.settings.turn_timer_s * 1000
    table.turn_deadline = room.now + limit if limit else 0
    room.table = table
    room.phase = "playing"
    room.last_dealer = table.dealer
    room.next_seed = seed(scenario, 1)


def _why_out(room: Room) -> str:
    """Who is out at the start of a scenario: knocked out where the set does that, else they left."""
    return "knocked_out" if room.rules.mercy_limit else "left"


def _face(text: str) -> str:
    """A face id, or a card's face."""
    return text if text in FACES else FACE[bare(text)].id


def _cards(text: str) -> list[str]:
    try:
        return parse_cards(text)
    except ValueError as problem:
        raise Unplayable(str(problem)) from None
