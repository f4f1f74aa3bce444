"""How people play the minigames: who can multiply, and who draws a circle."""

import math
import operator

from tests.browser.party import Party
from tests.browser.window import Window

_OPERATORS = {"×": operator.mul, "+": operator.add, "−": operator.sub, "-": operator.sub}
_POINTS = 40


async def solution_of(window: Window) -> int:
    """Works out the duel's sum."""
    left, sign, right = str(await window.get("duel-sum").text_content()).split()
    return int(_OPERATORS[sign](int(left), int(right)))


async def draw_circles(three: Party) -> None:
    """Ada with her mouse, Ben well, Cleo badly."""
    await three.ada.draw_circle()
    for client, squeezed in ((three.ben, 1.0), (three.cleo, 0.4)):
        await client.command("circle", points=stroke(squeezed))


def stroke(squeezed: float) -> list[int]:
    """A circle as handed in, so high for its width."""
    angles = [2 * math.pi * point / _POINTS for point in range(_POINTS + 1)]
    return [
        round(500 + 300 * along * factor)
        for angle in angles
        for along, factor in ((math.cos(angle), 1.0), (math.sin(angle), squeezed))
    ]
