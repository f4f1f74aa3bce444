"""What `make image` and `make deploy-check` do, step by step, and the figures that they print."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.deploy.engine import Engine, engine
from tools.deploy.image import Builder
from tools.deploy.installed import PROMETHEUS_URL, REPLICATED, SERVICES, URL, Installed, installed, passwords
from tools.deploy.run import ROOT, DeployError, run

FOLDER = ROOT / ".image"
Say = Callable[[str], None]
Step = Callable[[str, Say], dict[str, Any]]

_PROCESSES = 5
"""Of ours: two game workers, and one each of the others."""
_FAIL_OVER_S = 60
_HEALTH = f"import urllib.request as u; print(u.urlopen('{URL}/healthz', timeout=5).read().decode())"


def build_and_start(base: str, say: Say) -> dict[str, Any]:
    """Builds the image; starts its gateway and what that needs; gets its health page."""
    figures: dict[str, Any] = {}
    with _built(base, say, figures) as docker, installed(docker, "zerocards-image", passwords(), FOLDER) as place:
        figures |= _start(docker, place, "gateway", say=say)
    return figures


def everything(base: str, say: Say) -> dict[str, Any]:
    """The image built, all of it up, games played through it, its rooms backed up and found again in another."""
    figures: dict[str, Any] = {}
    backups = _writable_for_valkey(FOLDER / "backups")
    with _built(base, say, figures) as docker:
        words = passwords()
        with installed(docker, "zerocards-check", words, backups) as place:
            figures |= _start(docker, place, "gateway", "bots", "prometheus", say=say)
            figures["memory_mb"] = {name: place.memory_mb(name) for name in SERVICES}
            say("playing whole games through it, in every rule set, with bots")
            _python(docker, "-m", "pytest", "-q", "tests/e2e/test_rounds.py", url=URL)
            processes = len(place.operators_see()["processes"])
            if processes != _PROCESSES:
                raise DeployError(f"`zerocards status` sees {processes} processes, not {_PROCESSES}")
            scraped = _python(docker, "-m", "tools.deploy.scraped", PROMETHEUS_URL, str(_PROCESSES)).strip()
            say(f"zerocards status sees {processes} processes; Prometheus {scraped}")
            say("leaving a room in the middle of its game, and backing up")
            known = _python(docker, "-m", "tests.e2e.kept_room", "open", URL)
            backup = place.back_up()
            say("telling every service to stop")
            figures["drain_s"] = {name: round(place.stop(name), 1) for name in ("gateway", "lobby", "bots", "game")}
        with installed(docker, "zerocards-restored", words, backups) as place:
            say(f"restoring {backup} into a new installation")
            place.restore(backup)
            place.up("gateway", "bots")
            _python(docker, "-m", "tests.e2e.kept_room", "find", URL, stdin=known)
            say("the room is there, with the same hand, and goes on")
    return figures


def fail_over(base: str, say: Say) -> dict[str, Any]:
    """Redis under Sentinel: the primary is killed under a room."""
    figures: dict[str, Any] = {}
    backups = FOLDER / "backups"
    with (
        _built(base, say, figures) as docker,
        installed(docker, "zerocards-replicated", passwords(), backups, REPLICATED) as place,
    ):
        figures["fail_over_s"] = _fail_over(docker, place, say)
    return figures


def _fail_over(docker: Engine, place: Installed, say: Say) -> float:
    """Kills the primary of three; the seconds until a player is back at a move, the client's start included."""
    say("starting three Redis servers under three Sentinels, and all of ours")
    place.up("redis-2", "redis-3", "sentinel-1", "sentinel-2", "sentinel-3", "gateway", "bots")
    known = _python(docker, "-m", "tests.e2e.kept_room", "open", URL)
    place.kill("redis")
    say("its primary is gone")
    killed = time.monotonic()
    while True:
        try:
            _python(docker, "-m", "tests.e2e.kept_room", "find", URL, stdin=known)
            break
        except DeployError:
            if time.monotonic() - killed > _FAIL_OVER_S:
                raise
    took = time.monotonic() - killed
    say("the room is there, with the same hand, and goes on")
    place.up("redis")
    role = place.redis_role("redis")
    if not role.startswith("slave"):
        raise DeployError(f"the old primary came back as {role}")
    say(f"the old primary is back as {role}")
    return round(took, 1)


def _writable_for_valkey(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    os.chown(folder, 999, 1000)
    return folder


def _start(docker: Engine, place: Installed, *names: str, say: Say) -> dict[str, Any]:
    say("starting it, with NATS and Valkey")
    up_s = place.up(*names)
    answer = _python(docker, "-c", _HEALTH).strip()
    if answer != '{"ok":true}':
        raise DeployError(f"the gateway's health page says {answer}")
    say(f"the gateway says {answer}")
    return {
        "up_s": round(up_s, 1),
        "start_s": {name: place.start_s(name) for name in SERVICES if place.containers(name)},
    }


@contextmanager
def _built(base: str, say: Say, figures: dict[str, Any]) -> Iterator[Engine]:
    """An engine that has the images; `figures` get the time and the size of ours."""
    builder = Builder(FOLDER)
    say(f"building the image on {base or 'a base of Debian packages'}")
    started = time.monotonic()
    ours = builder.ours(base)
    figures["build_s"] = round(time.monotonic() - started, 1)
    say("building stand-ins of NATS and Valkey")
    images = [ours, *builder.servers()]
    with engine(FOLDER) as docker:
        for name in images:
            docker.docker("load", "--quiet", "--input", str(builder.save(name)))
        figures["image_mb"] = docker.size_mb(ours)
        if not base:
            figures["base_mb"] = builder.local_base_mb()
        yield docker


def _python(docker: Engine, *arguments: str, url: str = "", stdin: str | None = None) -> str:
    """Our own Python, where it reaches the published ports."""
    return run(*docker.inside(sys.executable, *arguments), env={"ZEROCARDS_E2E_URL": url}, stdin=stdin)
