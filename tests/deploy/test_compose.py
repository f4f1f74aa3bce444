"""The compose file, as far as it can be judged without starting it; `make deploy-check` starts it."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from services.bots.config import BotsConfig
from services.game.config import GameConfig
from services.gateway.config import GatewayConfig
from services.lobby.config import LobbyConfig
from tests.deploy.variables import unknown_variables

DEPLOY = Path(__file__).parents[2] / "deploy"
CONFIGS = {"game": GameConfig, "gateway": GatewayConfig, "lobby": LobbyConfig, "bots": BotsConfig}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def test_the_specification_takes_it() -> None:
    judge = Path(sys.executable).with_name("check-jsonschema")
    judged = subprocess.run(
        [judge, "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr


def test_every_container_is_confined(compose: dict[str, Any]) -> None:
    for name, container in compose["services"].items():
        assert container["read_only"] is True, name
        assert container["cap_drop"] == ["ALL"], name
        assert container["security_opt"] == ["no-new-privileges:true"], name


def test_everything_that_stays_says_whether_it_is_well(compose: dict[str, Any]) -> None:
    for name, container in compose["services"].items():
        assert "healthcheck" in container or "profiles" in container, name
    assert compose["services"]["game"]["deploy"]["replicas"] == 2


def test_players_alone_reach_it_from_outside(compose: dict[str, Any]) -> None:
    published = {name: container["ports"] for name, container in compose["services"].items() if "ports" in container}
    public = published.pop("gateway")
    assert public == ["${ZEROCARDS_LISTEN:-127.0.0.1:8080}:8080"]
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)


@pytest.mark.parametrize("service", sorted(CONFIGS))
def test_a_service_is_told_only_what_it_reads_and_is_given_time_to_drain(compose: dict[str, Any], service: str) -> None:
    container = compose["services"][service]
    assert container["command"] == [f"services.{service}"]
    assert not unknown_variables(CONFIGS[service], container["environment"])
    assert float(container["stop_grace_period"].removesuffix("s")) >= CONFIGS[service]().drain_s + 2


def test_every_password_that_is_asked_for_is_made() -> None:
    made = subprocess.run(["sh", DEPLOY / "passwords.sh"], capture_output=True, text=True, check=True).stdout
    passwords = dict(line.split("=", 1) for line in made.splitlines())
    asked = set(re.findall(r"\$\{(ZEROCARDS_\w+_PASSWORD)", (DEPLOY / "compose.yaml").read_text()))
    asked |= set(re.findall(r"\$(ZEROCARDS_\w+_PASSWORD)", (DEPLOY / "nats/users.conf").read_text()))
    assert asked <= passwords.keys()
    # NATS reads it as a piece of its configuration, and a URL holds it: a letter first, then letters and digits.
    assert all(re.fullmatch(r"[a-z][a-z0-9]{32,}", password) for password in passwords.values())
    assert len(set(passwords.values())) == len(passwords)
