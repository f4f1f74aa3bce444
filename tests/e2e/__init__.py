"""Whole games over real sockets, with every service a process of its own."""

import pytest

pytest.register_assert_rewrite(
    *(f"tests.e2e.{module}" for module in ("autoplay", "client", "rounds", "seen", "written"))
)
