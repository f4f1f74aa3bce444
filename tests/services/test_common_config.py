import tomllib
from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta

import services
from services.common.config import ServiceConfig, load


class Config(ServiceConfig, frozen=True, kw_only=True):
    seats: Annotated[int, Meta(ge=2, le=10)] = 4
    origins: tuple[str, ...] = ()
    fair: bool = True


class Demanding(ServiceConfig, frozen=True, kw_only=True):
    secret: str


def test_nothing_set_is_the_defaults() -> None:
    assert load(Config, {}) == Config()


def test_values_are_read_as_their_types() -> None:
    environ = {
        "ZEROCARDS_SEATS": "6",
        "ZEROCARDS_FAIR": "false",
        "ZEROCARDS_ORIGINS": "https://a.example, https://b.example",
        "ZEROCARDS_DRAIN_S": "2.5",
    }
    assert load(Config, environ) == Config(
        seats=6, fair=False, origins=("https://a.example", "https://b.example"), drain_s=2.5
    )


def test_an_empty_variable_leaves_the_default() -> None:
    assert load(Config, {"ZEROCARDS_SEATS": ""}).seats == 4


def test_every_fault_is_named_at_once_and_no_text_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    environ = {"ZEROCARDS_SEATS": "99", "ZEROCARDS_METRICS_PORT": "hunter2", "ZEROCARDS_LOG_LEVEL": "loud"}
    with pytest.raises(SystemExit) as end:
        load(Config, environ)
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert all(name in said for name in environ)
    assert "hunter2" not in said


def test_what_has_no_default_must_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        load(Demanding, {})
    assert "ZEROCARDS_SECRET: must be set" in capsys.readouterr().err


def test_the_version_is_the_distributions() -> None:
    pyproject = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert services.__version__ == pyproject["project"]["version"]
