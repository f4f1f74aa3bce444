"""The same seed and the same commands give the same game, bit for bit, whoever plays it again and from what."""

import gzip
from collections.abc import Iterator

import msgspec
import pytest
from google.protobuf import json_format
from zerocards.game.v1 import game_pb2

from services.game import positions
from services.game.engine import Room, apply, evolve
from services.game.engine.events import Event, RoundEnded, RoundStarted
from services.game.engine.notation import format_command
from services.game.replay_file import Line, header, parse, play
from tests.engine.games import every_table, one_round
from tools.soak.game import Plan, steps
from tools.soak.soundness import encoded, stored

pytestmark = pytest.mark.rule("COM-29")

_events = msgspec.msgpack.Encoder()
_json = msgspec.json.Encoder()


def plans(ruleset: str, players: int) -> list[Plan]:
    return [*one_round(ruleset, players), *one_round(ruleset, players, unrest=0.05)]


@every_table
def test_the_same_commands_give_the_same_states(ruleset: str, players: int):
    """Played again by a worker that loads the room before each command and stores it after."""
    for plan in plans(ruleset, players):
        again = Room(code="SOAK2345")
        for step in steps(plan):
            again = stored(again)
            happened = apply(again, step.command, step.now)
            assert encoded(again) == encoded(step.room)
            assert _events.encode(happened) == _events.encode(step.events)


@every_table
def test_the_events_alone_give_the_same_states(ruleset: str, players: int):
    """Nothing is changed but by an event, and an event is not changed by what comes after it."""
    for plan in plans(ruleset, players):
        copy = Room(code="SOAK2345")
        kept: list[tuple[Event, bytes]] = []
        for step in steps(plan):
            copy.now = step.room.now
            for event in step.events:
                kept.append((event, _events.encode(event)))
                evolve(copy, event)
            assert copy == step.room
        assert all(_events.encode(event) == record for event, record in kept)


@every_table
def test_a_round_written_down_is_the_same_round_read_again(ruleset: str, players: int):
    """As a file of JSON lines in notation, with nothing but the seed of its cards (docs/notation.md)."""
    for plan in plans(ruleset, players):
        rounds = 0
        for text, ended in rounds_written(plan):
            rounds += 1
            replay = parse(text)
            *_, (_, room, _) = play(replay)
            assert room.round.result == ended.round.result
            assert room.round.hands == ended.round.hands
            assert room.round.discard == ended.round.discard
        assert rounds or plan.unrest


@every_table
def test_a_round_position_by_position_is_the_contract_s(ruleset: str, players: int):
    """What a client without rules is sent: every position, all hands, strictly the proto's JSON."""
    for text, ended in rounds_written(plans(ruleset, players)[0]):
        packed = gzip.decompress(positions.packed(parse(text)))
        shown = json_format.Parse(packed, game_pb2.Positions())
        last = shown.positions[-1]
        assert len(shown.positions) == len(text.splitlines())
        assert {hand.seat: list(hand.cards) for hand in last.hands} == ended.round.hands
        assert last.table.result.winner == ended.round.result.winner
        assert shown.positions[0].table.discard_count == 1


def rounds_written(plan: Plan) -> Iterator[tuple[str, Room]]:
    """Each round that came to an end, as the worker writes it, and the room at its end."""
    lines: list[bytes] = []
    started = 0
    for step in steps(plan):
        kinds = {type(event) for event in step.events}
        if RoundStarted in kinds:
            lines, started = [_json.encode(header(step.room))], step.room.now
        elif lines and step.events:
            text = format_command(step.command)
            line = Line(step.room.now - started, step.command.by, text, version=len(lines))
            lines.append(_json.encode(line))
        if RoundEnded in kinds and not step.room.closed:
            yield b"\n".join(lines).decode(), step.room
            lines = []
