"""A deal, or a game of several, played to its end as at a real table: who sees, thinks and reacts, on a moved clock."""

import heapq
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random

from services.bots.levels.sight import Sight
from services.bots.pace import pause_s
from services.game.engine import Refused, Room, apply, bots, commands, legal, moves, next_deadline, views
from services.game.engine.bots import Owed
from services.game.engine.memory import recall
from services.game.engine.settings import CustomRule
from tools.tournament.players import Player, player, slowness

# Rounds of six have been seen to need 7,000 where all play at random.
_MOST_MOVES = 30_000
_SEED_BYTES = 32
_RULE = CustomRule(text="Everyone else takes one.", effect="others_draw", n=1)


@dataclass
class Outcome:
    """What a deal gave, by seat; decisions' costs by player, s of CPU."""

    winner: str
    points: Mapping[str, int]
    moves: int
    costs: Mapping[str, list[float]]
    # What was refused although it was still owed: none, if bots know the rules.
    refused: list[str] = field(default_factory=list)


class Deal:
    """`names` sit at p1, p2, …; the same seed deals the same cards."""

    def __init__(
        self,
        ruleset: str,
        names: Sequence[str],
        seed: bytes,
        settings: Mapping[str, str] | None = None,
        rule: CustomRule = _RULE,
    ) -> None:
        self._names = {f"p{number}": name for number, name in enumerate(names, 1)}
        self._players: dict[str, Player] = {name: player(name) for name in self._names.values()}
        self._slowness = {name: slowness(name) for name in self._names.values()}
        self._rng = Random(seed)
        self._costs: defaultdict[str, list[float]] = defaultdict(list)
        self._refused: list[str] = []
        self._answers: list[tuple[int, int, Owed, Sequence[commands.Command]]] = []
        self._order = count()
        self.room = self._opened(ruleset, seed, dict(settings or {}), rule)
        # Names, settings and scores stay what they are while a round runs.
        self._seen = views.room_view(self.room, self.room.now)

    def goes_on(self) -> bool:
        """Deals the game's next round; False where the game is over."""
        room = self.room
        if room.phase != "round_over":
            return False
        apply(room, commands.StartNextRound(by=room.host, seed=self._rng.randbytes(_SEED_BYTES)), room.now)
        self._answers.clear()
        self._seen = views.room_view(room, room.now)
        return True

    def play(self, most: int = _MOST_MOVES) -> Outcome | None:
        """Plays the round on; None where `most` commands did not bring it to its end."""
        room = self.room
        owed: list[Owed] = []
        moves = 0
        while room.phase == "playing":
            asked = bots.owed(room)
            for one in asked:
                if one not in owed:
                    self._ask(one)
            owed = asked
            moves += self._next(owed)
            if moves >= most and room.phase == "playing":
                return None
        result = room.round.result
        assert result is not None
        return Outcome(result.winner, result.points, moves, self._costs, self._refused)

    def _opened(self, ruleset: str, seed: bytes, settings: dict[str, str], rule: CustomRule) -> Room:
        room = Room(code="TQURNEYS")
        apply(room, commands.CreateRoom(ruleset=ruleset, seed=seed, settings=settings), 1)
        for seat, name in self._names.items():
            apply(room, commands.JoinRoom(player=f"player {seat}", name=f"{name} {seat}"), 1)
            apply(room, commands.ConnectPlayer(by=seat, gateway="tournament", connection=seat), 1)
        if room.rules.plays_custom_rule(room.settings):
            apply(room, commands.ChangeSettings(by=room.host, custom_rule=rule), 1)
            for seat in self._names:
                if not room.at(seat).agreed:
                    apply(room, commands.AgreeToRule(by=seat), 1)
        for held in room.seats:  # bots from here on; none could have started the game
            held.bot = self._names[held.seat]
        apply(room, commands.StartGame(by=room.host, seed=self._rng.randbytes(_SEED_BYTES)), 1)
        return room

    def _ask(self, owed: Owed) -> None:
        """It decides upon what it sees now, and answers after a while."""
        room = self.room
        table = views.table_view(room, room.now)
        assert table is not None
        sight = Sight(
            self._seen,
            table,
            views.seat_view(room, owed.seat, room.now),
            recall(room, owed.seat),
        )
        started = time.process_time()
        answer = self._players[owed.level](sight, owed.owed, self._rng)
        self._costs[owed.level].append(time.process_time() - started)
        pause = pause_s(owed.owed.partition(":")[0], sight, self._rng, self._slowness[owed.level])
        heapq.heappush(self._answers, (room.now + int(pause * 1000), next(self._order), owed, answer))

    def _next(self, owed: Sequence[Owed]) -> int:
        """Whatever comes first: an answer, or what falls due by itself. Returns how many commands were given."""
        due_ms = next_deadline(self.room)
        if due_ms is not None and (not self._answers or due_ms < self._answers[0][0]):
            apply(self.room, commands.Expire(), due_ms)
            return 1
        now, _, one, answer = heapq.heappop(self._answers)
        # Who sees that there is nothing left to catch, or to throw in on, lets it be.
        if one in owed:
            self._give(one, answer, now)
        return max(len(answer), 1)

    def _give(self, owed: Owed, answer: Sequence[commands.Command], now: int) -> None:
        for command in answer:
            if self.room.phase != "playing":
                return
            if _is_moot(self.room, command):
                continue
            try:
                apply(self.room, command, now)
            except Refused as refused:
                self._refused.append(f"{owed.owed}: {command}: {refused}")
            if isinstance(command, commands.CallLastCard) and len(answer) > 1:
                return  # what is owed has another name now: it is asked anew


def _is_moot(room: Room, command: commands.Command) -> bool:
    """Somebody else was faster: whoever calls or catches looks first."""
    if isinstance(command, commands.CallLastCard):
        return not legal.may_call(room, command.by)
    return isinstance(command, commands.CatchPlayer) and command.seat not in moves.catches(room, command.by)
