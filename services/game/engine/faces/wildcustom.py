"""Wild Custom: what the table agreed on before the game, then the colour (CL-15)."""

from typing import TYPE_CHECKING

from services.game.engine import events
from services.game.engine.cards import Card
from services.game.engine.draw import draw
from services.game.engine.faces import Effect, Face, Use
from services.game.engine.faces.wild import ColourWild

if TYPE_CHECKING:
    from services.game.engine.room import Room


class WildCustom(ColourWild):
    """Its effect is put together from the engine's own."""

    id = "wildcustom"
    symbol = "custom"
    choices = ("target", "colour")
    label = {"en": "Wild Custom", "de": "Farbwahl nach Absprache", "nl": "Kleurkeuze met eigen regel"}
    help = {
        "en": "Does what the table agreed on before the game; choose the colour.",
        "de": "Tut, was der Tisch vor dem Spiel vereinbart hat; wähle die Farbe.",
        "nl": "Doet wat de tafel voor het spel heeft afgesproken; kies de kleur.",
    }

    def needs(self, room: "Room", seat: str, card: Card) -> tuple[str, ...]:
        aims = room.custom_rule is not None and room.custom_rule.effect == "target_draws"
        return ("target", "colour") if aims else ("colour",)

    def effect(self, room: "Room", use: Use) -> Effect:
        table = room.round
        rule = room.custom_rule
        following = table.after(use.seat)
        if rule is None:
            return following
        yield events.CustomRuleDone(seat=use.seat, target=use.target)
        if rule.effect == "others_draw":
            for other in table.others(use.seat):
                yield from draw(room, other, rule.n, "custom")
        elif rule.effect == "target_draws" and use.target:
            yield from draw(room, use.target, rule.n, "custom")
        elif rule.effect == "hands_move_on":
            yield events.HandsMoved(direction=table.direction, reason="custom")
        elif rule.effect == "skip":
            for _ in range(rule.n):
                yield events.TurnMissed(seat=following, reason="custom")
                following = table.after(following)
        return following


FACES: list[Face] = [WildCustom()]
