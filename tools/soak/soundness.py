"""What holds in every state of every room, whatever was done to it."""

from collections import Counter

import msgspec

from services.game.engine import Room, apply, bots, moves, next_deadline
from services.game.engine.cards import COLOURS, bare
from services.game.engine.commands import Expire
from services.game.engine.room import may_be_a_persons
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack, Table
from tools.soak.player import waited_for
from tools.soak.violation import Violation, insist

# What may be due at one and the same moment: every seat's place, the host's part, the turn.
DUE_AT_ONCE = 30
BOMB_TICKS = range(1, 4)
CHAOS_FULL = 12
PANIC_EACH = 2
ROOM_VERBS = {"skip", "kick", "set", "bot", "agree", "start", "next", "rematch", "lobby"}
MINIGAME_VERBS = {"answer", "circle", "call", "leave", "kick"}

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Room)


def encoded(room: Room) -> bytes:
    """The room as it is stored."""
    return _encoder.encode(room)


def stored(room: Room) -> Room:
    """The room as the next worker loads it: the same in every bit."""
    record = encoded(room)
    loaded = _decoder.decode(record)
    insist(loaded == room, "a room is the same after it was stored and loaded")
    insist(encoded(loaded) == record, "a room is stored in the same bytes again")
    return loaded


def cards(table: Table) -> Counter[str]:
    """Every card of the round, wherever it is."""
    hands = [card for hand in table.hands.values() for card in hand]
    return Counter(hands + table.draw + [bare(card) for card in table.discard])


def conserved(room: Room) -> None:
    """COM-27: hands, draw and discard pile are the round's deck; who is out holds nothing of it."""
    table = room.table
    if table is None:
        return
    deck = Counter(room.rules.deck(room.settings, len(table.order)))
    if (found := cards(table)) != deck:
        raise Violation(f"cards are not conserved: too many {found - deck}, missing {deck - found}")
    for seat in table.out:
        insist(not table.hands[seat], f"{seat} is out and holds no cards")


def sound(room: Room) -> None:
    """Everything else that holds in every state."""
    _seats(room)
    _bots(room)
    if room.table is not None:
        _piles(room, room.table)
    if room.phase == "playing":
        _turn(room)
        _minigame(room)
        _waited_for(room)


def _seats(room: Room) -> None:
    seats = [seat.seat for seat in room.seats]
    numbers = [int(seat[1:]) for seat in seats]
    insist(numbers == sorted(set(numbers)), f"seats are numbered by arrival: {seats}")
    insist(not numbers or numbers[-1] <= room.seat_count, "no seat was given that was not counted")
    insist(len(room.seated()) <= room.settings.max_players, f"{len(room.seated())} seated, more than the room holds")
    players = [seat.player for seat in room.seated()]
    insist(len(players) == len(set(players)), "nobody sits twice")
    humans = room.humans()
    insist(all(may_be_a_persons(seat.player) for seat in humans), "humans are players who may come back")
    if room.closed:
        return
    insist(not any(seat.stand_in and seat.connected for seat in humans), "no bot plays for somebody who is there")
    insist(not any(seat.stand_in for seat in humans) or room.phase != "lobby", "nobody is stood in for in the lobby")
    free = len(room.seats) < room.settings.max_players
    insist(not (room.phase == "lobby" and room.waiting and free), "nobody waits for a seat that is free (COM-30)")
    insist(bool(room.paused_at) != any(seat.connected for seat in humans), "clocks run while a human is connected")
    insist(not humans or room.host in [seat.seat for seat in humans], f"the host, {room.host!r}, is a human (COM-22)")
    for seat in room.seated():
        insist(seat.connected or seat.offline_since <= room.now, f"{seat.seat} went offline in the past")


def _bots(room: Room) -> None:
    """Bots play; how the room goes on is for people (COM-22 to COM-24, MC-16)."""
    for seat in room.seated():
        if seat.bot and seat.seat != room.host:
            verbs = set(moves.verbs(room, seat.seat, room.now)) & ROOM_VERBS
            insist(not verbs, f"a bot may not {verbs}")


def _piles(room: Room, table: Table) -> None:
    insist(table.discard, "there is a top")
    insist(table.colour in (*COLOURS, ""), f"{table.colour!r} is a colour")
    if not isinstance(table.pending, ColourOwed) and not table.result:
        insist(table.colour, "there is a colour to follow")
    insist(table.bomb is None or table.bomb.countdown in BOMB_TICKS, "a bomb counts from 3 to 1")
    insist(table.chaos < CHAOS_FULL, "a full chaos meter has burst")
    insist(table.panic <= PANIC_EACH * len(table.order), "panic lasts two turns each")
    limit = room.rules.mercy_limit
    insist(not limit or all(len(hand) < limit for hand in table.hands.values()), "nobody in holds 25 cards (MC-04)")


def _turn(room: Room) -> None:
    table = room.round
    inside = table.playing()
    insist(len(inside) > 1, "a running round has at least two players in it")
    minigame = isinstance(table.pending, Duel | Circle)  # nobody's turn
    insist(minigame or table.turn in inside, f"the turn, {table.turn!r}, is somebody's who is in the round")
    insist(table.turn_number > 0, "turns are counted")
    insist(0 < table.turn_started <= room.now and table.asked_at <= room.now, "the turn began in the past")
    insist(not table.turn_deadline or table.turn_deadline >= table.turn_started, "a turn ends after it began")
    pending = table.pending
    if isinstance(pending, Stack | Challenge):
        insist(pending.cards > 0, "a stack has cards")
        insist(pending.by in ("", *inside) and pending.by != table.turn, f"a stack is aimed by another: {pending.by}")
    if isinstance(pending, Duel):
        insist({pending.by, pending.against} & set(inside), "somebody can still answer the duel")
    if table.has_drawn:
        insist(table.drawn in table.hands[table.turn], f"the drawn card, {table.drawn!r}, is in hand")
    for seat in (*table.called, *table.closed, *table.frozen):
        insist(seat in inside, f"{seat}, who called, was safe or frozen, is in the round")
    for seat in table.called:
        insist(len(table.hands[seat]) == 1 or seat == table.turn, f"{seat}'s call is for one card")


def _minigame(room: Room) -> None:
    """ZC-16: nobody plays, draws or catches, and the turn clock stands still."""
    table = room.round
    if not isinstance(table.pending, Duel | Circle):
        return
    insist(not table.turn_deadline, "no turn clock runs in a minigame")
    for seat in table.order:
        verbs = set(moves.verbs(room, seat, room.now))
        insist(verbs <= MINIGAME_VERBS, f"{seat} may only play the minigame, not {verbs - MINIGAME_VERBS}")
        insist(not moves.plays(room, seat) and not moves.catches(room, seat), f"{seat} may not play cards or catch")


def _waited_for(room: Room) -> None:
    """Whoever is waited for can do something, and bots are told so."""
    told = {owed.seat for owed in bots.owed(room)}
    for seat in waited_for(room):
        verbs = set(moves.verbs(room, seat, room.now)) - {"leave", "kick", "skip", "call"}
        insist(verbs or moves.plays(room, seat), f"{seat} is waited for and can do something")
        if room.at(seat).bot and not room.paused_at:
            insist(seat in told, f"the bot at {seat} is asked to act")


def settles(room: Room) -> None:
    """What is due happens, and then is due no more: no busy loop, no deadline that stays in the past."""
    due = next_deadline(room)
    if due is None:
        return
    trial = stored(room)
    now = max(due, trial.now)
    for _ in range(DUE_AT_ONCE):
        insist(apply(trial, Expire(), now), f"something is due at {due}, and nothing happens")
        due = next_deadline(trial)
        if due is None or due > now:
            return
    raise Violation(f"at {now} things are due without an end")
