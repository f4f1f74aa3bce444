"""Every screen in every size, language and theme: measured, and kept as a picture under test-results/looks.

Minutes long, so not part of the normal run: `make verify-looks`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from services.game.engine import Room
from services.game.engine.table import Circle, Duel, Reveal, Stroke
from tests.browser.conftest import DESK, PHONE, Opened
from tests.browser.looks import LANGUAGES, faults
from tests.browser.minigames import stroke
from tests.browser.party import Party, party
from tests.browser.position import Lay
from tests.browser.window import CORNER
from tests.e2e.client import Client
from tools.dev import Stack

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900), pytest.mark.asyncio(loop_scope="package")]

SIZES = {"phone": PHONE, "tablet": {"width": 820, "height": 1180}, "desk": DESK}
THEMES = ("light", "dark")
KEPT = Path("test-results/looks")
LONG_MS = 600_000
LONGEST_NAME = "Wilhelmina van Oranje"[:20]
CUSTOM: dict[str, Any] = {"custom_rule": {"text": "Whoever laughs draws two", "effect": "target_draws", "n": 2}}

Arrange = Callable[[Party], Awaitable[Locator]]
SCREENS: dict[str, Arrange] = {}


def screen(arrange: Arrange) -> Arrange:
    """Brings Ada to a screen; returns what shows that she is there."""
    SCREENS[arrange.__name__] = arrange
    return arrange


@pytest_asyncio.fixture(scope="module", loop_scope="package", params=LANGUAGES, ids="in_{}".format)
async def the_party(
    request: pytest.FixtureRequest, stack: Stack, browser: Browser, lay: Lay
) -> AsyncIterator[tuple[str, Opened, Party]]:
    opened = Opened(stack, browser)
    async with party(opened, lay, DESK, language=request.param) as three:
        yield request.param, opened, three
    await opened.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", list(SCREENS))


async def test_a_screen(the_party: tuple[str, Opened, Party], name: str) -> None:
    language, _, three = the_party
    shown = await SCREENS[name](three)
    await expect(shown.first).to_be_visible()
    wrong: list[str] = []
    page = three.ada.page
    for size, box in SIZES.items():
        await page.set_viewport_size({"width": box["width"], "height": box["height"]})
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            wrong += [f"{size}, {theme}: {fault}" for fault in await faults(three.ada)]
            folder = KEPT / size / theme / language
            folder.mkdir(parents=True, exist_ok=True)
            await page.screenshot(path=folder / f"{list(SCREENS).index(name):02}-{name}.png")
    await page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    await page.keyboard.press("Escape")
    assert not wrong, "\n".join(wrong)


# --- at the table ---


@screen
async def table(three: Party) -> Locator:
    await three.lay(
        ada="r5 y9 b3 g+2 rfreeze wild wild+4", settings={"chaos_meter": True, "turn_timer_s": "90"}, chaos=7
    )
    return three.get("table")


@screen
async def table_of_another(three: Party) -> Locator:
    await three.lay(ada="r5 y9 b3", ben="r1", called=["Ben"], turn="Cleo", direction=-1, frozen=["Ben"])
    return three.get("table")


@screen
async def table_with_everything_at_once(three: Party) -> Locator:
    await three.lay(
        settings={"chaos_meter": True, "turn_timer_s": "90"},
        ada="r5 y9",
        ben="r1",
        chaos=11,
        bomb={"countdown": 2, "cards": 8},
        frozen=["Cleo"],
        change=_xray_for_the_others,
    )
    return three.get("bomb")


def _xray_for_the_others(room: Room, now: int) -> None:
    room.round.reveals = [Reveal("xray", "p2", "p3", ["g1"], now + LONG_MS)]


@screen
async def thirty_cards(three: Party) -> Locator:
    digits = [f"{colour}{digit}" for colour in "rygb" for digit in range(1, 8)]
    await three.lay(ada=" ".join([*digits, "wild", "wild+4"]))
    return three.get("table")


@screen
async def stack_on_me(three: Party) -> Locator:
    await three.lay(ada="g+2 y9 b3", discard="y4 r+2", stack={"cards": 12, "by": "Cleo", "last": "+2"})
    return three.get("take")


@screen
async def challenge(three: Party) -> Locator:
    await three.lay(ruleset="classic108", ben="wild+4 r1 b3", turn="Ben", direction=-1)
    await three.ben.command("play", card="wild+4", colour="g")
    return three.get("challenge")


@screen
async def challenge_reveal(three: Party) -> Locator:
    await three.lay(ruleset="classic108", ada="r5 y9 b3", change=_reveal("challenge"))
    return three.get("reveal")


@screen
async def xray(three: Party) -> Locator:
    await three.lay(ada="r5 y9 b3", change=_reveal("xray"))
    return three.get("reveal")


def _reveal(kind: str) -> Callable[[Room, int], None]:
    hand = ["r1", "g2", "bskip", "wild", "y+2", "r9", "r9", "wild+4", "g0"]

    def show(room: Room, now: int) -> None:
        room.round.reveals = [Reveal(kind, "p1", "p3", hand, now + LONG_MS)]

    return show


@screen
async def drawn_card(three: Party) -> Locator:
    await three.lay(ruleset="classic108", ada="b1 y9", draw="r7 y1 y2 y3")
    await three.get("draw-pile").click()
    return three.get("pass")


@screen
async def catch(three: Party) -> Locator:
    await three.lay(ruleset="classic108", ada="r5 y9", ben="r1 b2", turn="Ben")
    await three.ben.command("play", card="r1")
    return three.get("catch-p2")


@screen
async def colour_owed(three: Party) -> Locator:
    await three.lay(ruleset="classic112", ada="wildswap y9 y8", settings=CUSTOM)
    await three.card("wildswap").click(position=CORNER)
    await three.choose("p3")
    await three.choose("-")
    return three.get("choose-colour-r")


@screen
async def choose_colour(three: Party) -> Locator:
    await three.lay(ada="wild y9")
    await three.card("wild").click(position=CORNER)
    return three.get("choose-colour-r")


@screen
async def choose_player(three: Party) -> Locator:
    await three.lay(ada="rswap y9 y8")
    await three.card("rswap").click(position=CORNER)
    return three.get("choose-target-p2")


@screen
async def choose_gift(three: Party) -> Locator:
    await three.lay(ada="rgift y9 y8 b3 b3 g+2 wild wild+4 rswap")
    await three.card("rgift").click(position=CORNER)
    await three.choose("p2")
    return three.get("choose-done")


@screen
async def choose_extra(three: Party) -> Locator:
    await three.lay(ada="wild+1 y9 y8 yskip wild")
    await three.card("wild+1").click(position=CORNER)
    await three.choose("y")
    return three.get("choose-without")


@screen
async def duel(three: Party) -> Locator:
    await three.lay(ada="r5 y9 b3", change=_duel("p1"))
    return three.get("duel-send")


@screen
async def duel_of_others(three: Party) -> Locator:
    await three.lay(ada="r5 y9 b3", change=_duel("p3"))
    return three.get("duel")


def _duel(against: str) -> Callable[[Room, int], None]:
    def begin(room: Room, now: int) -> None:
        room.round.pending = Duel("p2", against, "7 × 8", 56, now + LONG_MS, "p2")

    return begin


@screen
async def circle(three: Party) -> Locator:
    await three.lay(ada="r5 y9 b3", change=_circle("p2"))
    return three.get("circle-area")


@screen
async def circle_handed_in(three: Party) -> Locator:
    await three.lay(ada="r5 y9 b3", change=_circle("p1"))
    return three.get("circle-area")


def _circle(done: str) -> Callable[[Room, int], None]:
    def begin(room: Room, now: int) -> None:
        room.round.pending = Circle("p2", now + LONG_MS, "p2", [Stroke(done, 900, stroke(1))])

    return begin


@screen
async def knocked_out(three: Party) -> Locator:
    await three.lay(ruleset="mercy", ada="", ben="b1 b2", turn="Ben", out=["Ada"])
    return three.get("table")


@screen
async def card_help(three: Party) -> Locator:
    await three.lay(ada="wild+1 y9 y8")
    await three.card("wild+1").click(button="right", position=CORNER)
    return three.get("card-help")


@screen
async def refused(three: Party) -> Locator:
    await three.lay(ada="b1 r5")
    await three.card("b1").click(position=CORNER)
    return three.get("toast")


@screen
async def menu(three: Party) -> Locator:
    await three.lay()
    await three.get("menu").click()
    return three.get("leave")


@screen
async def leave(three: Party) -> Locator:
    await three.lay()
    await three.get("menu").click()
    await three.get("leave").click()
    return three.get("confirm-yes")


@screen
async def talk(three: Party) -> Locator:
    await three.lay()
    await three.get("talk").click()
    return three.get("talk-sheet")


@screen
async def offline(three: Party) -> Locator:
    await three.lay()
    await three.ada.page.context.set_offline(True)
    await three.ada.page.evaluate("dispatchEvent(new Event('offline'))")
    return three.get("table")


@screen
async def score(three: Party) -> Locator:
    await three.ada.page.context.set_offline(False)
    await three.lay(ruleset="classic108", ada="r5", ben="b1 wild+4 gskip y+2 wild", cleo="g1 g2 g3", called=["Ada"])
    await three.play("r5")
    return three.get("next-round")


@screen
async def game_over(three: Party) -> Locator:
    await three.lay(ada="r5", ben="b1 wild+4 gskip y+2 wild", cleo="g1 g2 g3", called=["Ada"])
    await three.play("r5")
    return three.get("rematch")


# --- the lobby, after the game ---


@screen
async def lobby(three: Party) -> Locator:
    if await three.get("back-to-lobby").count():
        await three.get("back-to-lobby").click()
    await three.ada.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    return three.get("start")


@screen
async def qr_code(three: Party) -> Locator:
    await three.get("qr").click()
    return three.get("qr-code")


@screen
async def remove_somebody(three: Party) -> Locator:
    await three.get("kick-p2").click()
    return three.get("confirm-yes")


@screen
async def lobby_with_a_rule_to_agree_on(three: Party) -> Locator:
    await three.get("lobby-ruleset-classic112").click()
    await three.get("rule-text").fill("Whoever laughs draws two")
    await three.get("rule-propose").click()
    return three.get("rule-text")


@screen
async def rules_of_the_house_game(three: Party) -> Locator:
    await three.get("lobby-ruleset-zerocards").click()
    await three.get("rules").click()
    return three.get("rules-sheet")


@screen
async def rules_of_mercy(three: Party) -> Locator:
    await three.get("rules").click()
    await three.get("rules-ruleset").select_option("mercy")
    return three.get("rules-sheet")


# --- ten at a table ---


@screen
async def lobby_of_ten(three: Party) -> Locator:
    while await three.get("seat").count() < 10:
        before = await three.get("seat").count()
        await three.get("add-bot").click()
        await expect(three.get("seat")).to_have_count(before + 1)
    return three.get("start")


def _ten(**more: Any) -> dict[str, Any]:
    bots = [f"Bot{number}*" for number in range(4, 11)]
    names = ["Ada", "Ben", "Cleo", *(bot.rstrip("*") for bot in bots)]
    sizes = [7, 3, 1, 12, 6, 2, 9, 1, 15, 5]
    hands = {name: " ".join(["b1", "g2", "y3"] * 5).split()[:size] for name, size in zip(names, sizes, strict=True)}
    hands["Ada"] = ["r5", "y9", "b3", "g+2", "rfreeze", "wild", "wild+4"]
    return {
        "players": ["Ada", "Ben", "Cleo", *bots],
        "hands": {name: " ".join(hand) for name, hand in hands.items()},
        "settings": {"chaos_meter": True, "turn_timer_s": "90"},
        **more,
    }


@screen
async def table_of_ten(three: Party) -> Locator:
    await three.lay_table(three.code, {**_STILL, **_ten()})
    return three.get("table")


@screen
async def table_of_ten_and_thirty_cards(three: Party) -> Locator:
    ten = _ten(bomb={"countdown": 3, "cards": 5}, chaos=11)
    digits = [f"{colour}{digit}" for colour in "rygb" for digit in range(1, 8)]
    ten["hands"]["Ada"] = " ".join([*digits, "wild", "wild+4"])
    await three.lay_table(three.code, {**_STILL, **ten})
    return three.get("bomb")


_STILL: dict[str, Any] = {
    "ruleset": "zerocards",
    "discard": "y4 r4",
    "draw": "y1 y2 g5 y3 y5 y6 b4 b5 b6 g7 g8 g9 r7 r8 r9",
    "turn": "Ada",
}


# --- outside the room ---


@screen
async def quiet(three: Party) -> Locator:
    newer = await three.ada.page.context.new_page()
    await newer.goto(f"/r/{three.code}")
    await expect(three.get("quiet")).to_be_visible()
    await newer.close()
    return three.get("quiet")


@screen
async def home(three: Party) -> Locator:
    await three.ada.page.goto("/")
    return three.get("back-to-room")


@screen
async def home_with_open_rooms(three: Party) -> Locator:
    async with AsyncExitStack() as stay:
        for ruleset in ("zerocards", "classic108", "mercy"):
            guest = Client(str(three.ada.page.url).rstrip("/"), LONGEST_NAME)
            await guest.connect()
            stay.push_async_callback(guest.drop)
            await guest.create(ruleset, {"public": "on"})
        await three.ada.page.goto("/")
        await expect(three.get("lobby-entry")).to_have_count(3)
        stay.pop_all()
    return three.get("lobby-entry")


@screen
async def home_of_somebody_new(three: Party) -> Locator:
    await three.ada.page.evaluate("localStorage.clear()")
    await three.ada.page.goto("/")
    return three.get("home-name")


@screen
async def preferences(three: Party) -> Locator:
    await three.get("look").click()
    return three.get("theme")


@screen
async def door(three: Party) -> Locator:
    await three.ada.page.goto(f"/r/{three.code}")
    return three.get("door")


@screen
async def spectator(three: Party) -> Locator:
    await three.get("door-name").fill("Ada the second")
    await three.get("door-watch").click()
    return three.get("table")


@screen
async def no_replay(three: Party) -> Locator:
    await three.ada.page.route("**/api/replays/**", lambda route: route.fulfill(status=200, json={}))
    await three.ada.page.goto("/replay/K7QX2MPA/1")
    return three.get("replay-message")
