"""What events do to the room around the round: seats, host, settings, session table, phases."""

from services.game.engine import events
from services.game.engine.evolve_specials import MINIGAME_MS
from services.game.engine.evolve_table import end
from services.game.engine.evolves import evolves
from services.game.engine.room import Record, Room, Seat, Waiting
from services.game.engine.rulesets import RULESETS
from services.game.engine.settings import change
from services.game.engine.table import Circle, Duel, Table


@evolves(events.RoomCreated)
def _created(room: Room, event: events.RoomCreated) -> None:
    room.ruleset = event.ruleset
    rules = RULESETS[event.ruleset]
    room.settings = rules.settings(event.settings)
    room.next_seed = event.seed
    room.created = room.host_active = room.paused_at = room.now


@evolves(events.PlayerJoined)
def _joined(room: Room, event: events.PlayerJoined) -> None:
    room.seat_count += 1
    if not event.bot and len(room.humans()) <= 1:
        room.host_active = room.now  # from now on somebody waits for the host
    room.seats.append(
        Seat(
            seat=event.seat,
            name=event.name,
            player=event.player,
            bot=event.bot,
            connected=bool(event.bot),
            offline_since=0 if event.bot else room.now,
        )
    )
    record = room.records.setdefault(event.player, Record(name=event.name))
    record.name = event.name


@evolves(events.PlayerLeft)
def _left(room: Room, event: events.PlayerLeft) -> None:
    seat = room.at(event.seat)
    room.banned = {player: until for player, until in room.banned.items() if until > room.now}
    if event.banned_until:
        room.banned[seat.player] = event.banned_until
    if room.phase == "lobby" or room.table is None or event.seat not in room.table.hands:
        room.seats.remove(seat)
        record = room.records.get(seat.player)
        if record is not None and not (record.games or record.points):
            del room.records[seat.player]  # who only looked in is not kept: a lobby may live long
    else:
        seat.left = True
        seat.connected = False
        if room.phase == "playing":
            _out(room.table, event.seat)
    if room.host == event.seat:
        room.host = ""
    _pause_if_alone(room)


def _out(table: Table, seat: str) -> None:
    """Out of the round: nothing waits for them, nothing points at them as an author any more."""
    table.out[seat] = "left"
    table.frozen = [other for other in table.frozen if other != seat]
    table.called = [other for other in table.called if other != seat]
    table.closed = [other for other in table.closed if other != seat]
    table.reveals = [reveal for reveal in table.reveals if seat not in (reveal.to, reveal.seat)]
    pending = table.pending
    if pending is not None and not isinstance(pending, Duel | Circle) and getattr(pending, "by", "") == seat:
        pending.by = ""  # type: ignore[union-attr]  # stacks and challenges have an author


@evolves(events.PlayerConnected)
def _connected(room: Room, event: events.PlayerConnected) -> None:
    if room.paused_at:
        _resume(room)
    seat = room.at(event.seat)
    seat.connected = True
    seat.gateway, seat.connection = event.gateway, event.connection
    seat.offline_since = seat.missed = 0


@evolves(events.PlayerDisconnected)
def _disconnected(room: Room, event: events.PlayerDisconnected) -> None:
    seat = room.at(event.seat)
    seat.connected = False
    seat.gateway = seat.connection = ""
    seat.offline_since = room.now
    _pause_if_alone(room)


def _pause_if_alone(room: Room) -> None:
    """While no human is connected all clocks stand still (COM-21)."""
    if not room.paused_at and not any(seat.connected for seat in room.humans()):
        room.paused_at = room.now


def _resume(room: Room) -> None:
    """All that was due is due as much later as the clocks stood still: since the pause, or since it began in it."""

    def still(since: int) -> int:
        return room.now - max(since, paused_at)

    paused_at = room.paused_at
    room.paused_at = 0
    room.host_active += still(room.host_active)
    room.over_since += still(room.over_since)
    for seat in room.seats:
        if seat.offline_since:
            seat.offline_since += still(seat.offline_since)
    table = room.table
    if table is None:
        return
    if table.turn_deadline:
        table.turn_deadline += still(table.turn_started)
    table.turn_started += still(table.turn_started)
    table.asked_at += still(table.asked_at)
    if isinstance(table.pending, Duel | Circle):
        table.pending.deadline += still(table.pending.deadline - MINIGAME_MS)


@evolves(events.HostChanged)
def _host_changed(room: Room, event: events.HostChanged) -> None:
    room.host = event.seat
    room.host_active = room.now


@evolves(events.HostActed)
def _host_acted(room: Room, event: events.HostActed) -> None:
    room.host_active = room.now


@evolves(events.SettingsChanged)
def _settings_changed(room: Room, event: events.SettingsChanged) -> None:
    changes = dict(event.changes)
    ruleset = changes.pop("ruleset", room.ruleset)
    rules = RULESETS[ruleset]
    if ruleset != room.ruleset:
        kept = {name: value for name, value in _kept(room).items() if name in rules.specs}
        room.settings = rules.settings(kept)
        room.ruleset = ruleset
    room.settings = change(room.settings, changes, rules.specs)
    if event.custom_rule is not None:
        room.custom_rule = event.custom_rule
        for seat in room.seats:
            seat.agreed = seat.seat == room.host


def _kept(room: Room) -> dict[str, str]:
    """What a change of the rule set leaves as it is."""
    return {"public": "on" if room.settings.public else "off", "max_players": str(room.settings.max_players)}


@evolves(events.RuleAgreed)
def _agreed(room: Room, event: events.RuleAgreed) -> None:
    room.at(event.seat).agreed = True


@evolves(events.SpectatorQueued)
def _queued(room: Room, event: events.SpectatorQueued) -> None:
    room.waiting.append(Waiting(event.player, event.name))


@evolves(events.SpectatorConnected)
def _spectator_connected(room: Room, event: events.SpectatorConnected) -> None:
    waiting = room.waiting_of(event.player)
    if waiting is not None:
        waiting.gateway, waiting.connection = event.gateway, event.connection


@evolves(events.SpectatorLeft)
def _spectator_left(room: Room, event: events.SpectatorLeft) -> None:
    room.waiting = [waiting for waiting in room.waiting if waiting.player != event.player]


@evolves(events.BotTookOver)
def _bot_took_over(room: Room, event: events.BotTookOver) -> None:
    seat = room.at(event.seat)
    seat.bot = "normal"
    seat.stand_in = True


@evolves(events.PlayerCameBack)
def _came_back(room: Room, event: events.PlayerCameBack) -> None:
    seat = room.at(event.seat)
    seat.bot = ""
    seat.stand_in = False


@evolves(events.TurnMissedOffline)
def _missed_offline(room: Room, event: events.TurnMissedOffline) -> None:
    room.at(event.seat).missed += 1


@evolves(events.LobbyReopened)
def _lobby_reopened(room: Room, event: events.LobbyReopened) -> None:
    room.phase = "lobby"
    room.table = None
    room.seats = [seat for seat in room.seats if not seat.left]
    for seat in room.seats:
        seat.score = 0
        if seat.stand_in:  # the bot has nothing to play on; its player's seat waits like anyone's (COM-21)
            seat.bot = ""
            seat.stand_in = False
        if not seat.connected and not seat.bot:
            seat.offline_since = room.now
    room.last_winner = room.last_dealer = ""
    room.host_active = room.now


@evolves(events.RoomClosed)
def _closed(room: Room, event: events.RoomClosed) -> None:
    room.closed = True


@evolves(events.ChoiceOpened)
def _choice_opened(room: Room, event: events.ChoiceOpened) -> None:
    room.choice_open = True


@evolves(events.RoundStarted)
def _round_started(room: Room, event: events.RoundStarted) -> None:
    room.phase = "playing"
    room.seats = [seat for seat in room.seats if not seat.left]
    if event.new_game:
        room.last_winner = room.last_dealer = ""
        for seat in room.seats:
            seat.score = 0
    room.table = Table(
        round=event.round,
        seed=room.next_seed,
        order=list(event.seats),
        hands={seat: [] for seat in event.seats},
        turn_started=room.now,
        asked_at=room.now,
    )
    room.dealt += 1
    room.next_seed = event.next_seed


@evolves(events.RoundEnded)
def _round_ended(room: Room, event: events.RoundEnded) -> None:
    room.phase = "round_over"
    room.over_since = room.now
    room.choice_open = False
    room.last_winner = event.winner
    end(room, event.winner, event.reason, event.points)
    for seat in room.seats:
        points = event.points.get(seat.seat, 0)
        seat.score += points
        if seat.player in room.records:
            room.records[seat.player].points += points


@evolves(events.GameEnded)
def _game_ended(room: Room, event: events.GameEnded) -> None:
    room.phase = "game_over"
    if room.table is not None and room.table.result is not None:
        room.table.result.game_winner = event.winner
    for seat in room.seats:
        record = room.records.get(seat.player)
        if record is not None:
            record.games += 1
            record.games_won += seat.seat == event.winner
