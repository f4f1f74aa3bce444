"""The figures' table, and the runs that are asked for."""

from pathlib import Path

import pytest

from tools.bench import report, suite
from tools.load.session import Plan

FIGURES = {
    "moves_per_s": 2_000.4,
    "cpu_us_per_move": {"total": 310.4, "gateway": 150, "game-1": 70, "game-2": 60, "redis": 20.4, "nats": 10},
    "p50_ms": 1.25,
    "p99_ms": 4.0,
    "bytes_per_move": 2_950,
    "servers_busy": 0.98,
}
ROW = "| 50 rooms | 2,000 | 310 | 150 | 130 | 20 | 10 | 1.2 | 4.0 | 2,950 |  | 0.98 |"


def test_a_services_processes_are_added_up() -> None:
    assert report.markdown({"50 rooms": FIGURES}).splitlines()[2] == ROW
    assert report.table({"50 rooms": FIGURES}).row_count == 1


def test_a_page_gets_the_new_table_in_place_of_the_old(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text("# How fast\n<!-- bench -->\nold\n<!-- /bench -->\nMore.\n")
    report.write(page, {"50 rooms": FIGURES}, "2 cores")
    text = page.read_text()
    assert ROW in text
    assert "old" not in text
    assert text.startswith("# How fast\n<!-- bench -->\n")
    assert text.endswith("<!-- /bench -->\nMore.\n")


def test_a_page_without_a_place_for_it_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text("# How fast\n<!-- bench -->\n")
    with pytest.raises(ValueError, match="no <!-- bench -->"):
        report.write(page, {"50 rooms": FIGURES}, "2 cores")
    assert page.read_text() == "# How fast\n<!-- bench -->\n"


def test_saturation_is_followed_by_a_gentle_run() -> None:
    plan = Plan(url="", rooms=50, players=4, seconds=1)
    assert list(suite.asked(plan, gentle=True)) == ["50 rooms", "200 moves/s"]
    assert list(suite.asked(plan, gentle=False)) == ["50 rooms"]
    assert list(suite.asked(Plan(url="", rooms=50, players=4, seconds=1, moves_per_s=30), gentle=True)) == [
        "30 moves/s"
    ]
    assert suite.flat({"50 rooms": {"moves": 1}, "200 moves/s": {"moves": 2}}) == {"moves": 1, "gentle": {"moves": 2}}
