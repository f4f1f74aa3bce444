"""Views: what may be seen of a room, by everyone and by one seat. Whitelists: a new field is hidden until put in."""

from hashlib import sha256

from services.game.engine import moves
from services.game.engine.lobby import CHOICE_MS
from services.game.engine.room import Room
from services.game.engine.settings import read
from services.game.engine.shapes import (
    BombView,
    CircleView,
    DuelView,
    OpenRoom,
    RevealView,
    RoomView,
    RoundResult,
    SeatInfo,
    SeatResult,
    SeatView,
    StackView,
    Standing,
    TableSeat,
    TableView,
    XrayView,
)  # fmt: skip
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack, Table

SHOWN_DISCARDS = 5


def room_view(room: Room, now: int) -> RoomView:
    """Names, seats, settings, scores, the session table: the same for everyone."""
    over = room.phase in ("round_over", "game_over")
    custom = room.rules.plays_custom_rule(room.settings)
    return RoomView(
        code=room.code,
        ruleset=room.ruleset,
        phase=room.phase,
        host=room.host,
        settings={name: read(room.settings, name) for name in room.rules.defaults},
        custom_rule=room.custom_rule if custom else None,
        seats=[
            SeatInfo(
                seat=seat.seat,
                name=seat.name,
                bot=seat.bot,
                connected=seat.connected,
                score=seat.score,
                agreed=seat.agreed,
                left=seat.left,
                stand_in=seat.stand_in,
            )
            for seat in room.seats
        ],
        standings=_standings(room),
        waiting=[waiting.name for waiting in room.waiting],
        next_seed_hash=sha256(room.next_seed).hexdigest(),
        open_choice_ms=room.over_since + CHOICE_MS if over else 0,
        plays_custom_rule=custom,
    )


def _standings(room: Room) -> list[Standing]:
    seats = {seat.player: seat.seat for seat in room.seated()}
    lines = [
        Standing(record.name, seats.get(player, ""), record.games_won, record.points, record.games)
        for player, record in room.records.items()
        if record.games or record.points or player in seats
    ]
    return sorted(lines, key=lambda line: (-line.games_won, -line.points))


def table_view(room: Room, now: int) -> TableView | None:
    """The round as everybody at the table sees it at `now` ms; None while there is none."""
    table = room.table
    if table is None:
        return None
    pending = table.pending
    return TableView(
        round=table.round,
        seed_hash=sha256(table.seed).hexdigest(),
        phase=phase(room),
        turn=table.turn,
        turn_number=table.turn_number,
        turn_started_ms=table.turn_started,
        turn_deadline_ms=0 if room.paused_at else table.turn_deadline,
        direction=table.direction,
        colour=table.colour,
        top=table.discard[-1] if table.discard else "",
        discard=table.discard[-SHOWN_DISCARDS:],
        discard_count=len(table.discard),
        draw_count=len(table.draw),
        seats=[
            TableSeat(seat, len(table.hands[seat]), seat in table.called, seat in table.frozen, table.out.get(seat, ""))
            for seat in table.order
        ],
        stack=StackView(pending.cards, pending.by, pending.last) if isinstance(pending, Stack | Challenge) else None,
        bomb=BombView(table.bomb.countdown, table.bomb.cards) if table.bomb else None,
        chaos=table.chaos,
        panic=table.panic,
        duel=DuelView(pending.by, pending.against, pending.sum, pending.deadline)
        if isinstance(pending, Duel)
        else None,
        circle=CircleView(pending.by, pending.deadline, [stroke.seat for stroke in pending.strokes])
        if isinstance(pending, Circle)
        else None,
        dealer=table.dealer,
        result=_result(room, table),
        xray=_xray(table, now),
        replay=room.dealt,
    )


def phase(room: Room) -> str:
    """The phase that a table shows: what it waits for, while a round runs."""
    if room.phase != "playing" or room.table is None:
        return room.phase
    pending = room.table.pending
    if isinstance(pending, ColourOwed):
        return "colour"
    if isinstance(pending, Challenge):
        return "challenge"
    if isinstance(pending, Duel):
        return "duel"
    return "circle" if isinstance(pending, Circle) else "playing"


def _result(room: Room, table: Table) -> RoundResult | None:
    result = table.result
    if result is None:
        return None
    scores = {seat.seat: seat.score for seat in room.seats}
    return RoundResult(
        winner=result.winner,
        reason=result.reason,
        seats=[
            SeatResult(seat, result.hands[seat], result.points.get(seat, 0), scores.get(seat, 0))
            for seat in table.order
        ],
        seed=table.seed.hex(),
        game_winner=result.game_winner,
    )


def _xray(table: Table, now: int) -> XrayView | None:
    for reveal in table.reveals:
        if reveal.kind == "xray" and reveal.until > now:
            return XrayView(reveal.to, reveal.seat, reveal.until)
    return None


def seat_view(room: Room, seat: str, now: int) -> SeatView:
    """What this seat sees besides: hand, legal commands with their choices, what it alone is shown."""
    table = room.table
    if table is None or seat not in table.hands:
        return SeatView(seat, verbs=moves.verbs(room, seat, now))
    return SeatView(
        seat,
        hand=table.hands[seat],
        drawn=table.drawn if seat == table.turn else "",
        verbs=moves.verbs(room, seat, now),
        plays=moves.plays(room, seat),
        catches=moves.catches(room, seat),
        reveal=_reveal(table, seat, now),
    )


def _reveal(table: Table, seat: str, now: int) -> RevealView | None:
    for reveal in table.reveals:
        if reveal.to == seat and reveal.until > now:
            return RevealView(reveal.kind, reveal.seat, reveal.hand, reveal.until)
    return None


def open_room(room: Room) -> OpenRoom | None:
    """The entry among the open lobbies: public, in its lobby phase, a free seat, somebody there (COM-32)."""
    host = room.find(room.host)
    listed = room.settings.public and room.phase == "lobby" and not room.closed and not room.paused_at
    if not listed or host is None or len(room.seats) >= room.settings.max_players:
        return None
    settings = {name: read(room.settings, name) for name in room.rules.defaults}
    return OpenRoom(
        code=room.code,
        host_name=host.name,
        ruleset=room.ruleset,
        players=sum(not seat.bot for seat in room.seats),
        bots=sum(bool(seat.bot) for seat in room.seats),
        max_players=room.settings.max_players,
        created_ms=room.created,
        settings={name: value for name, value in settings.items() if value != room.rules.defaults[name]},
    )
