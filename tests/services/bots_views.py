"""Views made by hand: what a bot may be shown."""

from collections.abc import Mapping, Sequence

from services.bots.levels.sight import Sight
from services.game.engine.shapes import Choice, LegalPlay, RoomView, SeatView, TableSeat, TableView

COLOURS = ["r", "y", "g", "b"]


def sight(
    hand: str = "",
    *,
    plays: Sequence[LegalPlay | str] = (),
    verbs: str = "",
    cards: Mapping[str, int] | None = None,
    settings: Mapping[str, str] | None = None,
    catches: Sequence[str] = (),
    turn: str = "p1",
    turn_number: int = 17,
    **table: object,
) -> Sight:
    """What p1 sees; `cards` of the others in seat order, 7 each where nothing is said."""
    held = hand.split()
    counts = {"p1": len(held), **(cards or {"p2": 7, "p3": 7})}
    return Sight(
        room=RoomView(code="ABCDEFGH", ruleset="zerocards", phase="playing", settings=dict(settings or {})),
        table=TableView(
            round=1,
            seed_hash="",
            phase="playing",
            turn=turn,
            turn_number=turn_number,
            direction=1,
            seats=[TableSeat(seat=seat, cards=count) for seat, count in counts.items()],
            **table,
        ),
        seat=SeatView(
            seat="p1",
            hand=held,
            verbs=verbs.split(),
            plays=[legal(play) if isinstance(play, str) else play for play in plays],
            catches=list(catches),
        ),
    )


def legal(card: str, *choices: Choice) -> LegalPlay:
    """A wild asks for its colour unless told otherwise."""
    asked = choices or ((Choice(kind="colour", options=COLOURS, count=1),) if card.startswith("wild") else ())
    return LegalPlay(card=card, choices=list(asked))
