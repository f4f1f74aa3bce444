"""The compose file, as far as it can be judged without starting it; `make deploy-check` starts it."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography import x509

from services.bots.config import BotsConfig
from services.common import tls
from services.common.config import ServiceConfig
from services.game.config import GameConfig
from services.gateway.config import GatewayConfig
from services.lobby.config import LobbyConfig
from tests.deploy.variables import unknown_variables

DEPLOY = Path(__file__).parents[2] / "deploy"
CONFIGS = {"game": GameConfig, "gateway": GatewayConfig, "lobby": LobbyConfig, "bots": BotsConfig}


FILES = ("compose.yaml", "compose.tls.yaml")
_CERTIFICATES = "/etc/zerocards/tls"


def read(file: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / file).read_text())
    return found


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return read("compose.yaml")


@pytest.fixture(scope="module")
def encrypted() -> dict[str, Any]:
    return read("compose.tls.yaml")


@pytest.mark.parametrize("file", FILES)
def test_the_specification_takes_it(file: str) -> None:
    judge = Path(sys.executable).with_name("check-jsonschema")
    judged = subprocess.run(
        [judge, "--builtin-schema", "vendor.compose-spec", DEPLOY / file],
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


def test_with_certificates_nothing_between_two_containers_is_plain(
    compose: dict[str, Any], encrypted: dict[str, Any]
) -> None:
    """But health pages and metrics, which tell nobody anything of a game."""
    for name in CONFIGS:
        for variable in compose["services"][name]["environment"]:
            if scheme := {"ZEROCARDS_NATS_URL": "tls", "ZEROCARDS_REDIS_URL": "rediss"}.get(variable):
                assert encrypted["services"][name]["environment"][variable].startswith(f"{scheme}://"), name
    assert "secured.conf" in " ".join(encrypted["services"]["nats"]["command"])
    assert "--tls" in encrypted["services"]["redis"]["healthcheck"]["test"][1]


@pytest.mark.parametrize("service", sorted(CONFIGS))
def test_a_service_has_its_own_certificate_and_no_other(
    compose: dict[str, Any], encrypted: dict[str, Any], service: str
) -> None:
    container = encrypted["services"][service]
    assert container["volumes"] == [f"${{ZEROCARDS_TLS:-./tls}}/{service}:{_CERTIFICATES}:ro"]
    assert not unknown_variables(CONFIGS[service], container["environment"])

    def address(url: str) -> str:
        # The one password that says how to make them says it in the first file alone.
        return re.sub(r":\?[^}]*", "", url.partition("://")[2])

    for variable, url in compose["services"][service]["environment"].items():
        if variable.endswith(("NATS_URL", "REDIS_URL")):
            assert address(container["environment"][variable]) == address(url)


def test_certificates_are_made_for_whoever_needs_one_and_renewed_under_the_same_authority(
    encrypted: dict[str, Any], tmp_path: Path
) -> None:
    made = tmp_path / "tls"
    authorities = []
    for _ in range(2):
        subprocess.run(["sh", DEPLOY / "certificates.sh", made], check=True)
        authorities.append((made / "authority/ca.pem").read_bytes())
    assert authorities[0] == authorities[1]
    assert made.stat().st_mode & 0o077 == 0
    for name, container in encrypted["services"].items():
        (volume,) = container["volumes"]
        folder = made / volume.partition("}/")[2].partition(":")[0]
        config = ServiceConfig(
            tls_ca=str(folder / "ca.pem"), tls_cert=str(folder / "cert.pem"), tls_key=str(folder / "key.pem")
        )
        assert tls.channel_credentials(config) is not None, name
        shown = x509.load_pem_x509_certificate((folder / "cert.pem").read_bytes())
        names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        assert folder.name in names.get_values_for_type(x509.DNSName), name


def test_every_password_that_is_asked_for_is_made() -> None:
    made = subprocess.run(["sh", DEPLOY / "passwords.sh"], capture_output=True, text=True, check=True).stdout
    passwords = dict(line.split("=", 1) for line in made.splitlines())
    asked = set(re.findall(r"\$\{(ZEROCARDS_\w+_PASSWORD)", (DEPLOY / "compose.yaml").read_text()))
    asked |= set(re.findall(r"\$(ZEROCARDS_\w+_PASSWORD)", (DEPLOY / "nats/users.conf").read_text()))
    assert asked <= passwords.keys()
    # NATS reads it as a piece of its configuration, and a URL holds it: a letter first, then letters and digits.
    assert all(re.fullmatch(r"[a-z][a-z0-9]{32,}", password) for password in passwords.values())
    assert len(set(passwords.values())) == len(passwords)
