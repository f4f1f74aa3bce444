"""Prometheus' rules: they ask for what there is, each alert is seen to fire and not to, and the runbook knows it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tools.observe.documented import ROOT
from tools.observe.queries import faults, known, rules

TESTS = sorted((ROOT / "deploy/prometheus/tests").glob("*.yml"))
ALERTS = sorted({rule["alert"] for rule in rules() if "alert" in rule})


@pytest.mark.parametrize(
    "rule", rules(), ids=lambda rule: rule.get("record") or f"{rule['alert']}-{rule['labels']['severity']}"
)
def test_a_rule_asks_for_what_there_is(rule: dict[str, str]) -> None:
    assert faults(rule["expr"], known()) == []


def test_names_and_labels_that_do_not_exist_are_found() -> None:
    assert faults("zerocards_nothing_total", known()) == ["there is no zerocards_nothing_total"]
    assert faults('up{phase="lobby"}', known()) == ["up has no label phase"]
    assert faults("sum by (phase) (up)", known()) == ["nothing here has a label phase"]
    assert faults("rate(up[", known())[0].startswith("cannot be parsed")


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_is_in_the_runbook(alert: str) -> None:
    runbook = (ROOT / "docs/operations.md").read_text().partition("\n## Runbook\n")[2].partition("\n## ")[0]
    entry = re.search(rf"^### {alert}\n\n(.+?)(?=\n### |\Z)", runbook, re.MULTILINE | re.DOTALL)
    assert entry is not None
    assert len(entry[1].split()) >= 15, "what it means and what to do"
    for rule in rules():
        if rule.get("alert") == alert:
            assert rule["annotations"]["runbook"] == f"docs/operations.md#{alert.lower()}"
            assert rule["labels"]["severity"] in {"page", "ticket"}


def test_the_runbook_tells_of_alerts_that_there_are() -> None:
    runbook = (ROOT / "docs/operations.md").read_text().partition("\n## Runbook\n")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^### (\w+)$", runbook, re.MULTILINE)) == ALERTS


def test_every_alert_is_seen_to_fire_in_one_situation_and_not_in_another() -> None:
    situations = [situation for path in TESTS for situation in yaml.safe_load(path.read_text())["tests"]]
    expected = [str(asked["exp_samples"]) for situation in situations for asked in situation["promql_expr_test"]]
    for alert in ALERTS:
        fires = [f'alertname="{alert}"' in samples for samples in expected]
        assert any(fires), alert
        assert not all(fires), alert


@pytest.mark.skipif(shutil.which("promtool") is None and not os.environ.get("CI"), reason="Debian's prometheus has it")
@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_promtool_sees_them_fire_and_not(path: Path) -> None:
    told = subprocess.run(["promtool", "test", "rules", str(path)], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
