"""What happens to the room: seats, host, settings, phases."""

from typing import ClassVar

from services.game.engine.events.base import Event, Private
from services.game.engine.settings import CustomRule


class RoomCreated(Event):
    """The room is open in its lobby phase."""

    hidden: ClassVar[bool] = True
    ruleset: str
    settings: dict[str, str]
    seed: bytes


class PlayerJoined(Event):
    """Somebody took a seat."""

    private: ClassVar[Private] = {"player": ()}
    seat: str
    name: str
    bot: str = ""
    player: str = ""


class PlayerLeft(Event):
    """Somebody gave the seat up, was kicked, or had it freed."""

    private: ClassVar[Private] = {"banned_until": ()}
    seat: str
    reason: str
    banned_until: int = 0


class PlayerConnected(Event):
    """A player's connection took the seat."""

    private: ClassVar[Private] = {"gateway": (), "connection": ()}
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

    private: ClassVar[Private] = {"player": ()}
    name: str
    player: str = ""


class SpectatorConnected(Event):
    """Somebody who waits for a seat is connected, here."""

    hidden: ClassVar[bool] = True
    player: str
    gateway: str
    connection: str


class SpectatorLeft(Event):
    """Somebody no longer waits for a seat."""

    private: ClassVar[Private] = {"player": ()}
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
