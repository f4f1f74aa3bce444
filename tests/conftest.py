"""Fixtures every kind of test may ask for; those of one kind are in its own folder. And how Hypothesis tries."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.fixtures.servers", "tests.fixtures.programs", "tests.fixtures.gateway"]

# As long as it takes, on however busy a machine.
settings.register_profile(
    "patient",
    parent=settings.default,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    report_multiple_bugs=False,  # one, and that one made small
)
settings.load_profile("patient")
