"""Says how many scenarios could not be run, for want of a rule set or a card."""

import pytest

from tests.scenarios.collected import left_out


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"scenarios left out for want of a rule set or a card: {len(left_out)}")
    for name, why in left_out.items():
        terminalreporter.write_line(f"  {name}: {why}")
