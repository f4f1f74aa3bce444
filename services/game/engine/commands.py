"""What may be asked of a room. `by` is the seat that asks; `turn` the turn number it answers, 0 for none (P1)."""

import msgspec

from services.game.engine.cards import Card
from services.game.engine.settings import CustomRule


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every command has."""

    by: str = ""
    turn: int = 0


class PlayCard(Command, frozen=True):
    """Play a card with its choices; by a player out of turn it is a jump-in (ZC-32)."""

    card: Card
    colour: str = ""
    target: str = ""
    give: tuple[Card, ...] = ()
    extra: Card = ""
    extra_colour: str = ""
    extra_target: str = ""
    extra_give: tuple[Card, ...] = ()


class DrawCard(Command, frozen=True):
    """Draw by choice."""


class PassTurn(Command, frozen=True):
    """Keep the drawn card."""


class TakeStack(Command, frozen=True):
    """Take the stack, or the Wild +4."""


class ChallengeWild(Command, frozen=True):
    """Challenge the Wild +4."""


class CallLastCard(Command, frozen=True):
    """Call one's last card."""


class CatchPlayer(Command, frozen=True):
    """Catch somebody who has not called."""

    seat: str


class AnswerDuel(Command, frozen=True):
    """Answer the duel's sum, as typed."""

    answer: str


class HandInStroke(Command, frozen=True):
    """Hand in a circle: x, y, x, y, … as drawn."""

    points: tuple[float, ...]


class ChooseColour(Command, frozen=True):
    """Name the colour owed."""

    colour: str


class SkipSlowTurn(Command, frozen=True):
    """Move a slow turn on (MC-16)."""


class JoinRoom(Command, frozen=True):
    """Take a seat, or wait for one while a game runs (COM-30)."""

    player: str
    name: str


class LeaveRoom(Command, frozen=True):
    """Give the seat up, or stop waiting for one (`by` is empty then)."""

    player: str = ""


class WatchRoom(Command, frozen=True):
    """Look on; it changes nothing in the room."""

    player: str = ""


class AddBot(Command, frozen=True):
    """Seat a bot."""

    level: str


class KickPlayer(Command, frozen=True):
    """Remove a player or a bot (COM-23)."""

    seat: str


class ChangeSettings(Command, frozen=True):
    """Change settings, the rule set ("ruleset") or the custom rule: all of it, or with a refusal nothing."""

    changes: dict[str, str] = {}
    custom_rule: CustomRule | None = None


class AgreeToRule(Command, frozen=True):
    """Agree to the custom rule (CL-15)."""


class Dealing(Command, frozen=True):
    """What a command that deals brings along: the seed of the round after this one (COM-29)."""

    seed: bytes
    # Set by scenarios only: the deck in this order instead of shuffled, and who deals.
    deck: tuple[Card, ...] = ()
    dealer: str = ""


class StartGame(Dealing, frozen=True):
    """Start the first game."""


class StartNextRound(Dealing, frozen=True):
    """Deal the next round of the game."""


class StartRematch(Dealing, frozen=True):
    """Start another game with the same players and rules."""


class ReturnToLobby(Command, frozen=True):
    """Go back to the lobby phase."""


class CreateRoom(Command, frozen=True):
    """Open the room. `seed` is the first round's."""

    ruleset: str
    seed: bytes
    settings: dict[str, str] = {}


class ConnectPlayer(Command, frozen=True):
    """The seat's player is connected, here; or who waits for one (`by` is empty then)."""

    player: str = ""
    gateway: str = ""
    connection: str = ""


class DisconnectPlayer(Command, frozen=True):
    """The seat's player, or who waits for one, has lost this connection; an older one changes nothing (P5)."""

    player: str = ""
    gateway: str = ""
    connection: str = ""


class CloseRoom(Command, frozen=True):
    """Close the room for good."""

    reason: str


class Expire(Command, frozen=True):
    """Let happen what has fallen due."""
