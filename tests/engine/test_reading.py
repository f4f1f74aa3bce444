"""The engine stays small to read, and says what it does: files, names, faces and refusals."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.game import engine
from services.game.engine.faces import FACE, FACES
from services.game.engine.rulesets import RULESETS
from tests.engine.games import documented_refusals

ROOT = Path(__file__).parents[2]
ENGINE = Path(engine.__file__).parent
FILES = sorted(ENGINE.rglob("*.py"))
MAX_LINES = 400


def within(path: Path) -> str:
    return str(path.relative_to(ENGINE))


@pytest.mark.parametrize("path", FILES, ids=within)
def test_a_file_can_be_read_at_once(path: Path):
    assert len(path.read_text().splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", FILES, ids=within)
def test_a_file_says_what_it_is_for(path: Path):
    said = ast.get_docstring(ast.parse(path.read_text()))
    assert said
    assert said.splitlines()[0].endswith((".", ")", ":"))


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_no_rule_set_is_named_outside_its_own_file(ruleset: str):
    """Others ask it questions. A set that builds on another imports it; the contracts' package has the game's name."""
    named = re.compile(rf"(?<!proto/)\b{ruleset}\b")
    own = ENGINE / "rulesets" / f"{ruleset}.py"
    assert own in FILES
    for path in set(FILES) - {own}:
        lines = [line for line in path.read_text().splitlines() if not line.startswith("from ")]
        assert not named.search("\n".join(lines)), within(path)


@pytest.mark.rule("COM-28")
def test_every_refusal_of_the_engine_is_documented():
    """Where it is raised, and where the legal moves answer with a code."""
    asked = re.compile(r'Refused\(\s*"(\w+)"|return "(\w+_\w+)"|code = "(\w+)"')
    questions = ("decide.py", "legal.py", "play.py", "choices.py", "calls.py", "seats.py", "lobby.py", "names.py")
    found = set()
    for path in FILES:
        for raised, answered, code in asked.findall(path.read_text()):
            found.add(raised or (path.name in questions and (answered or code)))
    assert found - {False} <= documented_refusals()
    assert len(found) > 30


SCENARIOS = [json.loads(path.read_text()) for path in sorted((ROOT / "tests/scenarios").glob("*.json"))]
PLAYED = re.compile(r"(?:^play |extra=)(\S+)")


@pytest.mark.parametrize("face", sorted(FACES))
def test_every_face_is_played_in_a_scenario(face: str):
    assert face in {FACE[card].id for scenario in SCENARIOS for card in played(scenario)}


def played(scenario: dict) -> Iterator[str]:
    """The cards that are played, not those refused."""
    for step in scenario["steps"]:
        if "expect" not in step and "error" not in step:
            for text in step.values():
                yield from PLAYED.findall(text) if isinstance(text, str) else ()


@pytest.mark.parametrize("face", sorted(FACES))
def test_every_face_is_described_in_every_language(face: str):
    assert set(FACES[face].label) == set(FACES[face].help) == {"en", "de", "nl"}
    assert FACES[face].symbol
