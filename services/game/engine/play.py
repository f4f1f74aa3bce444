"""A turn's commands: play, draw, pass, take, challenge, colour (COM-02 to COM-13, CL-10 to CL-14)."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from services.game.engine import chaos, choices, events, legal
from services.game.engine.calls import begin_action
from services.game.engine.cards import COLOURS, with_colour
from services.game.engine.choices import Chosen
from services.game.engine.commands import ChallengeWild, ChooseColour, DrawCard, PassTurn, PlayCard, TakeStack
from services.game.engine.draw import draw
from services.game.engine.faces import FACE, Use
from services.game.engine.penalties import take
from services.game.engine.refusals import Refused
from services.game.engine.rng import Rng
from services.game.engine.rounds import go_out, stalemate
from services.game.engine.table import Challenge, Circle, ColourOwed, Duel, Stack, Table
from services.game.engine.turns import Flow, start_turn

if TYPE_CHECKING:
    from services.game.engine.room import Room

# Not guilty: the challenger draws the penalty and so many more (CL-12).
CHALLENGE_EXTRA = 2


def at_table(room: "Room", by: str, turn: int = 0) -> Table:
    """The round that a turn's command is for, or why it is for none."""
    if room.phase != "playing" or room.table is None:
        raise Refused("wrong_phase")
    table = room.table
    if isinstance(table.pending, Duel | Circle):
        raise Refused("minigame_running")
    if turn and turn != table.turn_number:
        raise Refused("too_late")
    if by not in table.hands:
        raise Refused("not_your_turn")
    return table


def on_turn(room: "Room", by: str, turn: int) -> Table:
    """As `at_table`, and it is `by`'s turn."""
    table = at_table(room, by, turn)
    if isinstance(table.pending, ColourOwed):
        raise Refused("wrong_phase")
    if by != table.turn:
        raise Refused("not_your_turn")
    return table


def play(room: "Room", command: PlayCard) -> Flow:
    seat, card = command.by, command.card
    table = at_table(room, seat, command.turn)
    if isinstance(table.pending, ColourOwed):
        raise Refused("wrong_phase")
    jump_in = seat != table.turn
    if jump_in:
        code = legal.why_no_jump_in(room, seat, card)
    elif card not in table.hands[seat]:
        code = "not_in_hand"
    else:
        code = legal.refusal(room, seat, card)
    if code:
        raise Refused(code)
    choices.check(room, command)
    yield from begin_action(room, seat)
    yield from lay(room, command, jump_in=jump_in)


def lay(room: "Room", command: PlayCard, *, jump_in: bool = False) -> Flow:
    """ZC-29: card down and colour set; going out; the card's effect; chaos; then minigame or the next turn.

    For a play that is known to be legal: nothing is checked here.
    """
    table = room.round
    seat, card = command.by, command.card
    face = FACE[card]
    use = _use(room, seat, table.colour, Chosen(card, command.colour, command.target, command.give))
    top = face
    if command.extra and "extra?" in face.choices:
        top = FACE[command.extra]
        extra = Chosen(command.extra, command.extra_colour, command.extra_target, command.extra_give)
        use = _use(room, seat, command.colour, extra)
        colour = command.extra_colour if top.wild else ""
        yield events.CardPlayed(
            seat=seat,
            card=with_colour(card, command.colour),
            jump_in=jump_in,
            extra=with_colour(command.extra, colour) if colour else command.extra,
            extra_target=use.target,
        )
    else:
        yield events.CardPlayed(
            seat=seat,
            card=with_colour(card, command.colour) if face.wild and command.colour else card,
            target=use.target,
            jump_in=jump_in,
            under=face.along(room, seat, card),
        )
    if not table.hands[seat]:
        yield from go_out(room, use)
        return
    following = yield from top.effect(room, use)
    if room.phase != "playing":
        return
    yield from chaos.rise(room, seat, face.chaos + (top.chaos if top is not face else 0))
    if (yield from top.minigame(room, use, following)):
        return
    if top.wild and not table.colour:  # CL-14: the hands have changed, now the colour
        yield events.ColourAsked(seat=seat, resume=following)
        return
    yield from start_turn(room, following)


def _use(room: "Room", seat: str, followed: str, chosen: Chosen) -> Use:
    """Only the choices that the card needs: the others were not checked, so nobody hears of them."""
    needs = FACE[chosen.card].needs(room, seat, chosen.card)
    target = chosen.target if "target" in needs else ""
    return Use(seat, chosen.card, followed, target, chosen.give if "give" in needs else ())


def _owes_no_answer(table: Table) -> None:
    if isinstance(table.pending, Stack):
        raise Refused("must_answer_stack")
    if isinstance(table.pending, Challenge):
        raise Refused("must_challenge_or_take")


def draw_by_choice(room: "Room", command: DrawCard) -> Flow:
    table = on_turn(room, command.by, command.turn)
    _owes_no_answer(table)
    if table.has_drawn:
        raise Refused("already_drawn")
    yield from begin_action(room, command.by)
    yield from draw_turn(room, command.by, "choice")


def draw_turn(room: "Room", seat: str, reason: str) -> Flow:
    """Draws by the draw rule; a card that cannot be played ends the turn by itself (COM-05, ZC-04)."""
    table = room.round
    until = room.settings.draw_rule == "until_playable"
    drawn = 0
    found = False
    while not found and (drawn == 0 or until) and (table.draw or len(table.discard) > 1):
        drawn += yield from draw(room, seat, 1, reason)
        if seat in table.out or room.phase != "playing":
            break
        found = legal.is_playable_drawn(room, seat, table.hands[seat][-1])
    if room.phase != "playing":
        return
    if seat in table.out:
        yield from start_turn(room, table.after(seat))
    elif found:
        yield events.DrawnCardPlayable(card=table.hands[seat][-1])
    else:
        yield from end_turn(room, seat, "unplayable" if drawn else "nothing_to_draw")


def end_turn(room: "Room", seat: str, reason: str) -> Flow:
    """A turn without a card; passed twice around with nothing to draw is a stalemate (COM-08)."""
    table = room.round
    yield events.TurnPassed(seat=seat, reason=reason)
    if table.passed >= 2 * len(table.playing()):
        yield from stalemate(room)
    else:
        yield from start_turn(room, table.after(seat))


def pass_turn(room: "Room", command: PassTurn) -> Flow:
    table = on_turn(room, command.by, command.turn)
    _owes_no_answer(table)
    if not table.has_drawn:
        raise Refused("nothing_drawn")
    if room.settings.no_pass:
        raise Refused("pass_not_allowed")
    yield from begin_action(room, command.by)
    yield from end_turn(room, command.by, "choice")


def take_stack(room: "Room", command: TakeStack) -> Flow:
    table = on_turn(room, command.by, command.turn)
    if not isinstance(table.pending, Stack | Challenge):
        raise Refused("nothing_to_take")
    yield from begin_action(room, command.by)
    yield from take_turn(room, command.by)


def take_turn(room: "Room", seat: str) -> Flow:
    """Taking costs the turn; after it play goes on from the next after the taker (ZC-10, MC-17)."""
    yield from take(room, seat, "stack")
    yield from _lose_turn(room, seat, "stack")


def _lose_turn(room: "Room", seat: str, reason: str) -> Flow:
    """What was drawn may have ended the round, or the seat's part in it."""
    table = room.round
    if room.phase == "playing":
        if seat not in table.out:
            yield events.TurnMissed(seat=seat, reason=reason)
        yield from start_turn(room, table.after(seat))


def challenge(room: "Room", command: ChallengeWild) -> Flow:
    """CL-12; with stacking on it is about the whole stack (CL-10)."""
    table = on_turn(room, command.by, command.turn)
    wild = table.pending
    if not isinstance(wild, Challenge) or not wild.by:
        raise Refused("nothing_to_challenge")
    seat = command.by
    yield from begin_action(room, seat)
    yield events.ChallengeDecided(attacker=wild.by, challenger=seat, guilty=wild.guilty)
    if wild.guilty:
        yield from draw(room, wild.by, wild.cards, "challenge")
        if room.phase == "playing":
            yield from start_turn(room, seat)
        return
    yield from draw(room, seat, wild.cards + CHALLENGE_EXTRA, "challenge")
    yield from _lose_turn(room, seat, "challenge")


def choose_colour(room: "Room", command: ChooseColour) -> Flow:
    table = at_table(room, command.by, command.turn)
    if not isinstance(table.pending, ColourOwed):
        raise Refused("wrong_phase")
    if command.by != table.turn:
        raise Refused("not_your_turn")
    if command.colour not in tuple(COLOURS):
        raise Refused("bad_colour" if command.colour else "colour_required")
    yield from name_colour(room, command.by, command.colour, "choice")


def name_colour(room: "Room", seat: str, colour: str, reason: str, counter: int = 0) -> Flow:
    """The colour owed is named. After a start card the same turn goes on (CL-08), else the next begins."""
    owed = room.round.pending
    if not isinstance(owed, ColourOwed):
        raise AssertionError("no colour owed")
    yield events.ColourChosen(seat=seat, colour=colour, reason=reason, counter=counter)
    if not owed.start:
        yield from start_turn(room, owed.resume)


def name_any_colour(room: "Room", seat: str) -> Generator[events.Event, None, bool]:
    """The colour owed, by chance: its time is up. True where the same turn goes on, after a start card."""
    table = room.round
    start = isinstance(table.pending, ColourOwed) and table.pending.start
    rng = Rng(table.seed, table.counter)
    yield from name_colour(room, seat, COLOURS[rng.below(len(COLOURS))], "time", rng.counter)
    return start
