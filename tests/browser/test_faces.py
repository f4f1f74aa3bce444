"""Every face of the catalogue is played in the browser, with its choices, and does on the table what its rule says."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from services.game.engine.catalogue import catalogue
from tests.browser.conftest import DESK, PHONE, Opened
from tests.browser.minigames import draw_circles, solution_of
from tests.browser.party import Party, party
from tests.browser.position import Lay
from tests.browser.window import CORNER
from tools.dev import Stack

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="package")]

Play = Callable[[Party], Awaitable[None]]
PLAYS: dict[str, Play] = {}
MERCY: dict[str, Any] = {"ruleset": "mercy"}


def plays(face: str) -> Callable[[Play], Play]:
    def register(play: Play) -> Play:
        PLAYS[face] = play
        return play

    return register


def plays_each(*faces: str) -> Callable[[Callable[[Party, str], Awaitable[None]]], None]:
    """For faces that differ in their name only; the play is told it."""

    def register(play: Callable[[Party, str], Awaitable[None]]) -> None:
        PLAYS.update({face: partial(play, face=face) for face in faces})

    return register


# A digit is like another, but for the two that Mercy plays with.
DIGITS = ("0", "5", "7")
FACES = [face.id for face in catalogue().faces if face.id in DIGITS or not face.id.isdigit()]


@pytest_asyncio.fixture(
    scope="module",
    loop_scope="package",
    params=[pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.long)],
    name="the_party",
)
async def _the_party(
    request: pytest.FixtureRequest, stack: Stack, browser: Browser, lay: Lay
) -> AsyncIterator[tuple[Opened, Party]]:
    opened = Opened(stack, browser)
    async with party(opened, lay, request.param) as three:
        yield opened, three
    await opened.close()


@pytest.mark.parametrize("face", FACES)
async def test_a_face_is_played(the_party: tuple[Opened, Party], face: str, request: pytest.FixtureRequest) -> None:
    opened, three = the_party
    assert face in PLAYS, "a new face wants a play here"
    try:
        await PLAYS[face](three)
    except BaseException:
        await opened.keep(request.node.name)
        raise


# --- digits and actions ---


@plays("5")
async def a_digit(three: Party) -> None:
    await three.lay(ada="r5 y9")
    await three.play("r5")
    await three.sees(top="r5", turn="p2")
    await three.holds("y9")


@plays("0")
async def zero_moves_the_hands_on(three: Party) -> None:
    await three.lay(**MERCY, ada="r0 y9 y8", ben="b1 b2", cleo="g1 g2 g3")
    await three.play("r0")
    await three.sees(top="r0", turn="p2", p2=2, p3=2)
    await three.holds("g1 g2 g3")


@plays("7")
async def seven_swaps_with_who_is_chosen(three: Party) -> None:
    await three.lay(**MERCY, ada="r7 y9 y8", ben="b1 b2", cleo="g1 g2 g3")
    await three.play("r7", "p3")
    await three.sees(top="r7", turn="p2", p3=2)
    await three.holds("g1 g2 g3")


@plays("skip")
async def skip(three: Party) -> None:
    await three.lay(ada="rskip y9")
    await three.play("rskip")
    await three.sees(top="rskip", turn="p3")


@plays("rev")
async def reverse(three: Party) -> None:
    await three.lay(ada="rrev y9")
    await three.play("rrev")
    await three.sees(top="rrev", turn="p3")


@plays("skipall")
async def skip_everyone(three: Party) -> None:
    await three.lay(**MERCY, ada="rskipall y9 y8")
    await three.play("rskipall")
    await three.sees(top="rskipall", turn="p1")


@plays("discard")
async def discard_all(three: Party) -> None:
    await three.lay(**MERCY, ada="rdiscard r1 r2 r3 y9 y8")
    await three.play("rdiscard")
    await three.sees(top="rdiscard", turn="p2")
    await three.holds("y9 y8")


@plays_each("+2", "+4")
async def a_draw_card_aims_a_stack(three: Party, face: str) -> None:
    await three.lay(**MERCY, ada=f"r{face} y9 y8")
    await three.play(f"r{face}")
    await expect(three.get("stack")).to_have_text(face)
    await three.sees(top=f"r{face}", turn="p2")


# --- 0cards! specials ---


@plays("mirror")
async def a_mirror_sends_the_stack_back(three: Party) -> None:
    await three.lay(ada="rmirror y9", discard="r+2", stack={"cards": 4, "by": "Cleo", "last": "+2"})
    await expect(three.get("take")).to_contain_text("4")
    await three.play("rmirror")
    await three.sees(top="rmirror", turn="p3")
    await expect(three.get("stack")).to_have_text("+4")
    await three.is_told("Mirrored: 4 cards go back to Cleo")


@plays("freeze")
async def freeze(three: Party) -> None:
    await three.lay(ada="rfreeze y9")
    await three.play("rfreeze", "p3")
    await three.sees(top="rfreeze", turn="p2")
    await expect(three.seat("p3")).to_contain_text("frozen")


@plays("swap")
async def swap(three: Party) -> None:
    await three.lay(ada="rswap y9", cleo="g1 g2 g3")
    await three.play("rswap", "p3")
    await three.sees(top="rswap", p3=1)
    await three.holds("g1 g2 g3")


@plays("duel")
async def duel_by_number_pad(three: Party) -> None:
    await three.lay(ada="rduel y9 y8")
    await three.play("rduel", "p2")
    answer = str(await solution_of(three.ada))
    for key in answer:
        await three.get(f"pad-{key}").click()
    await expect(three.get("duel-answer")).to_have_text(answer)
    await three.get("duel-send").click()
    await expect(three.get("duel")).to_have_count(0)
    await three.is_told(f"You answer {answer}: right")


@plays("circle")
async def circle_by_pointer(three: Party) -> None:
    await three.lay(ada="rcircle y9 y8")
    await three.play("rcircle")
    await draw_circles(three)
    result = three.get("circle-result")
    for name in ("Ada", "Ben", "Cleo"):
        await expect(result).to_contain_text(name)
    await expect(result.locator("polyline")).to_have_count(3)
    await result.get_by_role("button").click()
    await expect(result).to_have_count(0)
    await three.is_told("draws the best circle")


@plays("magnet")
async def magnet(three: Party) -> None:
    await three.lay(ada="rmagnet y9", ben="b1 b1 b1")
    await three.play("rmagnet", "p2")
    await three.sees(top="rmagnet", p2=2)
    await three.holds("b1 y9")


@plays("bomb")
async def bomb(three: Party) -> None:
    await three.lay(ada="rbomb y9")
    await three.play("rbomb")
    await three.sees(top="rbomb", turn="p2")
    await expect(three.get("bomb")).to_be_visible()
    await three.is_told("The bomb ticks")


@plays("xray")
async def xray_shows_a_hand_for_exactly_its_time(three: Party) -> None:
    await three.lay(ada="rxray y9", cleo="g1 g2 g3")
    await three.play("rxray", "p3")
    cards = three.get("reveal").locator("[role=img]")
    await expect(cards).to_have_count(3)
    shown_until = three.cleo.seen.table.xray.until_ms
    await expect(three.get("reveal")).to_have_count(0, timeout=8_000)
    ended = float(await three.ada.page.evaluate("Date.now()"))
    assert abs(ended - shown_until) < 1_500


@plays("whirl")
async def whirlwind(three: Party) -> None:
    await three.lay(ada="rwhirl y9", ben="b1 b2 b3 b4")
    await three.play("rwhirl", "p2")
    await three.sees(top="rwhirl", p2=4)
    await three.is_told("You blow Ben's hand away")


@plays("gift")
async def a_gift_of_two_cards(three: Party) -> None:
    await three.lay(ada="rgift y9 y9 y8", ben="b1 b2 b3")
    await three.card("rgift").click(position=CORNER)
    await three.choose("p2")
    # Not before as many are chosen as are given; and one can be put back.
    done, cards = three.get("choose-done"), three.get("choose-card")
    await cards.nth(0).click()
    await expect(done).to_be_disabled()
    await cards.nth(0).click()
    await three.choose("y9 y9")
    await three.sees(top="rgift", p2=5)
    await three.holds("y8")


@plays("panic")
async def panic(three: Party) -> None:
    await three.lay(ada="rpanic y9")
    await three.play("rpanic")
    await expect(three.get("panic")).to_be_visible()


# --- wilds ---


@plays("wild")
async def wild(three: Party) -> None:
    await three.lay(ada="wild y9")
    await three.play("wild", "g")
    await three.sees(top="wild/g", turn="p2")
    await expect(three.get("colour")).to_have_attribute("data-colour", "g")


@plays("wild+4")
async def wild_plus_four(three: Party) -> None:
    await three.lay(ada="wild+4 y9")
    await three.play("wild+4", "b")
    await three.sees(top="wild+4/b", turn="p2")
    await expect(three.get("stack")).to_have_text("+4")


@plays("wild+1")
async def colour_plus_one_with_extras_and_without(three: Party) -> None:
    await three.lay(ada="wild+1 y9 y8 g3")
    await three.card("wild+1").click(position=CORNER)
    await three.choose("y")
    await expect(three.get("choose-card")).to_have_count(2)
    await three.choose("+y9")
    await three.sees(top="y9", turn="p2")
    await three.holds("y8 g3")

    await three.lay(ada="wild+1 wild+4 ymagnet y8", ben="b1 b1")
    await three.play("wild+1", "g", "+wild+4", "b")
    await three.sees(top="wild+4/b", turn="p2")

    await three.lay(ada="wild+1 wild+4 ymagnet y8", ben="b1 b1")
    await three.play("wild+1", "y", "+ymagnet", "p2")
    await three.sees(top="ymagnet", p2=1)

    await three.lay(ada="wild+1 y9 y8")
    await three.play("wild+1", "y", "-")
    await three.sees(top="wild+1/y", turn="p2")

    # Of a colour that nothing goes along with, nothing is asked.
    await three.lay(ada="wild+1 y9 y8")
    await three.play("wild+1", "r")
    await three.sees(top="wild+1/r", turn="p2")


@plays_each("wild+6", "wild+10", "wildrev+4")
async def a_wild_draw_card_of_mercy(three: Party, face: str) -> None:
    await three.lay(**MERCY, ada=f"{face} y9 y8")
    await three.play(face, "b")
    await three.sees(top=f"{face}/b", turn="p3" if face == "wildrev+4" else "p2")
    await expect(three.get("stack")).to_have_text(f"+{face.rpartition('+')[2]}")


@plays("wildroulette")
async def colour_roulette(three: Party) -> None:
    await three.lay(**MERCY, ada="wildroulette y9 y8", ben="b1", draw="y1 y2 g5 y3 y4")
    await three.play("wildroulette", "g")
    await three.sees(top="wildroulette/g", turn="p3", p2=4)


@plays("wildswap")
async def wild_swap_sees_the_new_hand_before_the_colour(three: Party) -> None:
    await three.lay(ruleset="classic112", ada="wildswap y9", cleo="g1 g2 g3", settings=_CUSTOM)
    await three.card("wildswap").click(position=CORNER)
    await three.choose("p3")
    await three.choose("-")
    await three.holds("g1 g2 g3")
    await three.choose("g")
    await three.sees(top="wildswap/g", turn="p2", p3=1)


_CUSTOM: dict[str, Any] = {"custom_rule": {"text": "Two for you", "effect": "target_draws", "n": 2}}


@plays("wildcustom")
async def wild_custom_does_what_was_agreed(three: Party) -> None:
    await three.lay(ruleset="classic112", ada="wildcustom y9 y8", ben="b1", settings=_CUSTOM)
    await three.play("wildcustom", "p2", "b")
    await three.sees(top="wildcustom/b", p2=3)


@plays("wildshuffle")
async def shuffle_hands(three: Party) -> None:
    settings = {"shuffle_hands": True}
    await three.lay(ruleset="classic108", ada="wildshuffle y9", ben="b1 b2 b3", cleo="g1 g2 g3", settings=settings)
    await three.play("wildshuffle", "b")
    await three.sees(top="wildshuffle/b", turn="p2", p2=3, p3=2)
    await expect(three.get("hand-card")).to_have_count(2)
