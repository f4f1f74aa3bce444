"""The legal moves of a seat as its view lists them: verbs, plays with their choices, and whom to catch."""

from services.game.engine import legal
from services.game.engine.cards import COLOURS, Card, colour_of
from services.game.engine.choices import extras, gift_size, may_be_last
from services.game.engine.faces import FACE
from services.game.engine.lobby import all_agreed, is_slow, may_choose, may_skip
from services.game.engine.room import Room
from services.game.engine.rounds import MIN_SEATED
from services.game.engine.shapes import Choice, LegalPlay
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack, Table

COLOUR = Choice("colour", list(COLOURS), 1)
COLOUR_OPTIONAL = Choice("colour", list(COLOURS), 1, optional=True)
NO_CHOICES: list[Choice] = []


def plays(room: Room, seat: str) -> list[LegalPlay]:
    """The cards that may be played now, jump-ins too, each once, with the choices in the order to ask them."""
    table = room.round
    if room.phase != "playing" or seat not in table.hands:
        return []
    cards = legal.playable(room, seat) if seat == table.turn else legal.jump_ins(room, seat)
    return [LegalPlay(card, _choices(room, seat, card)) for card in cards]


def _choices(room: Room, seat: str, card: Card) -> list[Choice]:
    face = FACE[card]
    needs = face.needs(room, seat, card)
    if not needs:
        return NO_CHOICES
    held = list(room.round.hands[seat])
    held.remove(card)
    found = [_choice(room, seat, card, need, held) for need in needs]
    return [choice for choice in found if choice.options]


def _choice(room: Room, seat: str, card: Card, need: str, held: list[Card]) -> Choice:
    if need == "colour":
        return COLOUR
    if need == "colour?":
        return COLOUR_OPTIONAL
    if need == "target":
        return Choice("target", FACE[card].targets(room, seat), 1)
    if need == "give":
        return Choice("give", held, gift_size(held))
    return _extra(room, seat, held)


def _extra(room: Room, seat: str, held: list[Card]) -> Choice:
    """Every card that goes along with some colour; which one depends on the colour chosen (ZC-17)."""
    options = list(dict.fromkeys(card for colour in COLOURS for card in extras(held, colour)))
    if len(held) == 1:
        options = [card for card in options if may_be_last(room, FACE[card])]
    plays = [LegalPlay(card, _extra_choices(room, seat, card, held), _colours_with(card)) for card in options]
    return Choice("extra", options, 1, optional=True, extras=plays)


def _colours_with(extra: Card) -> list[str]:
    """The colours that may be chosen when this is the extra; empty: any."""
    return [] if FACE[extra].wild else [colour_of(extra)]


def _extra_choices(room: Room, seat: str, card: Card, held: list[Card]) -> list[Choice]:
    rest = list(held)
    rest.remove(card)
    found = [_choice(room, seat, card, need, rest) for need in FACE[card].needs(room, seat, card)]
    return [choice for choice in found if choice.options]


def verbs(room: Room, seat: str, now: int) -> list[str]:
    """Everything else that the seat may do now, in the notation's verbs."""
    if room.phase == "playing":
        table = room.round
        found = _turn_verbs(room, table, seat) if seat in table.hands and seat not in table.out else []
        if seat in table.hands and legal.may_call(room, seat):
            found.append("call")
        if may_skip(room, seat) and is_slow(room, now):
            found.append("skip")
    else:
        found = _room_verbs(room, seat, now)
    if seat == room.host:
        found.append("kick")
    return [*found, "leave"]


def _turn_verbs(room: Room, table: Table, seat: str) -> list[str]:
    pending = table.pending
    if isinstance(pending, Duel):
        return ["answer"] if seat in (pending.by, pending.against) else []
    if isinstance(pending, Circle):
        return [] if any(stroke.seat == seat for stroke in pending.strokes) else ["circle"]
    if seat != table.turn:
        return []
    if isinstance(pending, ColourOwed):
        return ["colour"]
    if isinstance(pending, Stack):
        return ["take"]
    if isinstance(pending, Challenge):
        return ["challenge", "take"] if pending.by else ["take"]
    if not table.has_drawn:
        return ["draw"]
    return [] if room.settings.no_pass else ["pass"]


def _room_verbs(room: Room, seat: str, now: int) -> list[str]:
    if room.phase == "lobby":
        found = []
        rule = room.rules.plays_custom_rule(room.settings)
        if rule and room.custom_rule is not None and not (room.at(seat).agreed or room.at(seat).bot):
            found.append("agree")
        if seat == room.host:
            found += ["set", "bot"] if len(room.seats) < room.settings.max_players else ["set"]
            if len(room.seats) >= MIN_SEATED and all_agreed(room):
                found.append("start")
        return found
    if not may_choose(room, seat, now):
        return []
    enough = len(room.seated()) >= MIN_SEATED
    go_on = "next" if room.phase == "round_over" else "rematch"
    return [go_on, "lobby"] if enough else ["lobby"]


def catches(room: Room, seat: str) -> list[str]:
    """Whom a catch would be accepted against without a cost (COM-17)."""
    table = room.round
    if room.phase != "playing" or seat not in table.hands or seat in table.out:
        return []
    if isinstance(table.pending, Duel | Circle):
        return []
    holding_one = [other for other in table.order if len(table.hands[other]) == 1 and other != seat]
    return [other for other in holding_one if legal.uncalled(table, other)]
