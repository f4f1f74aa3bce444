"""Whole games over real sockets, with every service a process of its own."""

import pytest

pytest.register_assert_rewrite("tests.e2e.client", "tests.e2e.conftest", "tests.e2e.rounds", "tests.e2e.written")
