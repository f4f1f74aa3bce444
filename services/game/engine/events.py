"""What happened, in past tense: complete enough to change the state, to animate, to log and to replay.

A field that not everyone may see is named in `private` with the fields that hold the seats who may; one that nobody
may see has none. Events that change only what nobody sees are `hidden` and never sent. Names and fields of what is
sent are those of proto/zerocards/game/v1/event.proto.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from services.game.engine.cards import Card
from services.game.engine.settings import CustomRule
from services.game.engine.table import Stroke


class Event(msgspec.Struct, rename="camel", omit_defaults=True):
    """What every event has."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    hidden: ClassVar[bool] = False


# The room.
class RoomCreated(Event):
    """The room is open in its lobby phase."""

    hidden: ClassVar[bool] = True
    ruleset: str
    settings: dict[str, str]
    seed: bytes


class PlayerJoined(Event):
    """Somebody took a seat."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"player": ()}
    seat: str
    name: str
    bot: str = ""
    player: str = ""


class PlayerLeft(Event):
    """Somebody gave the seat up, was kicked, or had it freed."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"banned_until": ()}
    seat: str
    reason: str
    banned_until: int = 0


class PlayerConnected(Event):
    """A player's connection took the seat."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"gateway": (), "connection": ()}
    seat: str
    gateway: str = ""
    connection: str = ""


class PlayerDisconnected(Event):
    """A player's connection is gone."""

    seat: str


class HostChanged(Event):
    """There is another host."""

    seat: str
    reason: str = ""


class HostActed(Event):
    """The host did something in the lobby, so they are not idle (COM-22)."""

    hidden: ClassVar[bool] = True


class SettingsChanged(Event):
    """Settings were changed; who had agreed to the custom rule must agree anew if it changed."""

    changes: dict[str, str] = {}
    custom_rule: CustomRule | None = None


class RuleAgreed(Event):
    """A player agreed to the custom rule."""

    seat: str


class SpectatorQueued(Event):
    """Somebody waits for a seat."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"player": ()}
    name: str
    player: str = ""


class SpectatorLeft(Event):
    """Somebody no longer waits for a seat."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"player": ()}
    name: str
    player: str = ""


class LobbyReopened(Event):
    """The room is in its lobby phase again."""


class RoomClosed(Event):
    """The room is gone."""

    reason: str


class BotTookOver(Event):
    """A bot plays on for the seat's player."""

    seat: str


class PlayerCameBack(Event):
    """The seat's player plays again instead of the bot."""

    seat: str


class TurnMissedOffline(Event):
    """A turn is played for somebody who is offline; after two a bot may take over."""

    hidden: ClassVar[bool] = True
    seat: str


class ChoiceOpened(Event):
    """The host has not chosen how it goes on; now anyone may (COM-24)."""

    hidden: ClassVar[bool] = True


class SlowTurnNoticed(Event):
    """The turn has taken long enough to be skipped (MC-16)."""

    hidden: ClassVar[bool] = True


class BotAskedAgain(Event):
    """A bot owes an answer and is asked once more."""

    hidden: ClassVar[bool] = True


# A round begins.
class RoundStarted(Event):
    """A round is set up; `next_seed` is the seed of the one after it."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"next_seed": ()}
    round: int
    seed_hash: str
    seats: list[str]
    new_game: bool = False
    next_seed: bytes = b""


class Roll(msgspec.Struct, rename="camel"):
    """One roll of the dice."""

    seat: str
    value: int


class DiceRolled(Event):
    """Dice decided who begins (ZC-03)."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"counter": ()}
    rolls: list[Roll]
    begins: str
    counter: int


class DealerDraw(msgspec.Struct, rename="camel"):
    """One card drawn for the deal."""

    seat: str
    card: Card


class DealerDrawn(Event):
    """Cards, or the turn of the deal, decided who deals (CL-03)."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"counter": ()}
    draws: list[DealerDraw]
    dealer: str
    counter: int


class StarterDrawn(Event):
    """The generator chose who begins (MC-02)."""

    hidden: ClassVar[bool] = True
    counter: int


class DeckShuffled(Event):
    """The draw pile is made; its last card is drawn first."""

    hidden: ClassVar[bool] = True
    order: list[Card]
    counter: int


class HandsDealt(Event):
    """Hands are dealt one by one from the draw pile."""

    cards: int
    first: str


class StartCardTurned(Event):
    """The start card lies face up; those turned before it are under the draw pile."""

    card: Card
    put_back: list[Card] = []


# Turns and cards.
class TurnStarted(Event):
    """A turn begins."""

    seat: str
    number: int


class TurnMissed(Event):
    """A turn was lost before it began."""

    seat: str
    reason: str


class TurnPassed(Event):
    """A turn ended without a card."""

    seat: str
    reason: str


class CardPlayed(Event):
    """A card was played, an extra on it or others under it; the new top is `extra` if there is one."""

    seat: str
    card: Card
    target: str = ""
    jump_in: bool = False
    extra: Card = ""
    extra_target: str = ""
    under: list[Card] = []


class CardsDrawn(Event):
    """Cards were drawn from the draw pile."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"cards": ("seat",)}
    seat: str
    count: int
    reason: str
    cards: list[Card] = []
    forfeited: int = 0


class DrawnCardPlayable(Event):
    """The turn player may play the card just drawn; no other one (COM-04)."""

    hidden: ClassVar[bool] = True
    card: Card


class PileRecycled(Event):
    """The discard pile without its top became the draw pile (COM-06)."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"order": (), "counter": ()}
    count: int
    order: list[Card]
    counter: int


class DirectionTurned(Event):
    """Play goes the other way."""

    direction: int


class ColourAsked(Event):
    """A player owes a colour; `resume` is on turn after it."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"resume": (), "start": ()}
    seat: str
    resume: str
    start: bool = False


class ColourChosen(Event):
    """The current colour was named, by a player or a storm."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"counter": ()}
    seat: str
    colour: str
    reason: str
    counter: int = 0


class StackAimed(Event):
    """A stack is aimed at a player; `cards` is all of it."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"last": ()}
    cards: int
    by: str
    target: str
    last: str
    mirrored: bool = False


class StackCleared(Event):
    """The stack, or the Wild +4, no longer waits for anyone."""

    hidden: ClassVar[bool] = True


class ChallengeOpened(Event):
    """A Wild +4 may be challenged."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"guilty": (), "hand": ()}
    attacker: str
    challenger: str
    cards: int
    guilty: bool
    hand: list[Card]


class ChallengeDecided(Event):
    """A Wild +4 was challenged; the challenger has seen the attacker's hand (CL-12)."""

    attacker: str
    challenger: str
    guilty: bool


class HandReturned(Event):
    """The hand of somebody who is out was shuffled into the draw pile."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"order": (), "counter": ()}
    seat: str
    count: int
    order: list[Card]
    counter: int


class PlayerKnockedOut(Event):
    """A player is out by Mercy (MC-04)."""

    seat: str


# Last cards.
class LastCardCalled(Event):
    """A last card was called."""

    seat: str


class WindowsClosed(Event):
    """These players can no longer be caught for the card they hold."""

    hidden: ClassVar[bool] = True
    seats: list[str]


class PlayerCaught(Event):
    """A player had not called."""

    seat: str
    by: str


class CatchMissed(Event):
    """A player was wrongly caught; it costs the catcher (ZC-31)."""

    seat: str
    by: str


# Hands that move.
class HandsSwapped(Event):
    """Two players changed whole hands."""

    seat: str
    target: str


class HandsMoved(Event):
    """All hands moved on one place."""

    direction: int
    reason: str


class HandsShuffled(Event):
    """All hands were gathered, shuffled and dealt out again from `first` on."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"order": (), "counter": ()}
    first: str
    order: list[Card]
    counter: int


class CardsGiven(Event):
    """Cards changed hands as a gift."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"cards": ("seat", "target")}
    seat: str
    target: str
    count: int
    cards: list[Card]


class CardStolen(Event):
    """A random card changed hands."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"card": ("by", "target"), "counter": ()}
    by: str
    target: str
    card: Card
    counter: int


class HandReplaced(Event):
    """A hand was shuffled back and as many cards drawn (ZC-21)."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"order": (), "counter": ()}
    seat: str
    by: str
    count: int
    # The draw pile with the old hand in it, before as many are drawn from its end.
    order: list[Card]
    counter: int


class HandShown(Event):
    """One player sees another's hand for a while (ZC-20)."""

    by: str
    target: str
    until_ms: int


# Specials, chaos and minigames.
class PlayerFrozen(Event):
    """A player will miss their next turn."""

    seat: str
    by: str


class BombArmed(Event):
    """A bomb lies on the pile, or the one there grew."""

    by: str
    countdown: int
    cards: int


class BombTicked(Event):
    """A turn's start ticked the bomb."""

    countdown: int


class BombExploded(Event):
    """The bomb went off on a player."""

    seat: str
    cards: int


class PanicStarted(Event):
    """The next turns last 2 s each."""

    turns: int


class ChaosRaised(Event):
    """The chaos meter rose."""

    chaos: int


class StormBurst(Event):
    """The meter was full."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"counter": ()}
    kind: str
    counter: int


class DuelStarted(Event):
    """Two players got a sum."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"solution": (), "resume": (), "counter": ()}
    by: str
    against: str
    sum: str
    solution: int
    resume: str
    counter: int


class DuelDecided(Event):
    """The duel is over; `answered` is empty when nobody did."""

    answered: str = ""
    answer: str = ""
    right: bool = False
    solution: str = ""


class CircleStarted(Event):
    """Everybody draws a circle."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"resume": ()}
    by: str
    resume: str


class StrokeHandedIn(Event):
    """A player handed in a circle."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"stroke": ()}
    seat: str
    stroke: Stroke


class CircleDecided(Event):
    """The circles are ranked, best first; `cards` went under the top."""

    scores: list[Stroke]
    best: str = ""
    worst: str = ""
    cards: list[Card] = []


class CustomRuleDone(Event):
    """The custom rule was carried out."""

    seat: str
    target: str = ""


# A round ends.
class RoundEnded(Event):
    """The round is over; `points` is what it gave each seat."""

    private: ClassVar[Mapping[str, tuple[str, ...]]] = {"points": ()}
    winner: str
    reason: str
    points: dict[str, int]


class GameEnded(Event):
    """The game is over."""

    winner: str


def wire_name(kind: type[Event]) -> str:
    """The event's field in the proto's Event, as canonical JSON spells it."""
    name = kind.__name__
    return name[0].lower() + name[1:]


def as_seen(event: Event, seat: str) -> dict[str, Any]:
    """The event as that seat sees it, "" for everyone, ready for JSON."""
    kind = type(event)
    if not kind.private:
        return {wire_name(kind): event}
    hidden = {name for name, holders in kind.private.items() if not _sees(event, holders, seat)}
    shown = {
        field.encode_name: getattr(event, field.name)
        for field in msgspec.structs.fields(kind)
        if field.name not in hidden
    }
    return {wire_name(kind): shown}


def _sees(event: Event, holders: tuple[str, ...], seat: str) -> bool:
    return any(getattr(event, holder) == seat for holder in holders)


def wire(events: list[Event], seat: str = "") -> list[dict[str, Any]]:
    """The events of a commit as a seat sees them, or everyone; hidden ones left out."""
    return [as_seen(event, seat) for event in events if not event.hidden]


def differs(events: list[Event], seat: str) -> bool:
    """Whether that seat sees more of these events than everyone does."""
    return any(holders and _sees(event, holders, seat) for event in events for holders in event.private.values())
