"""Fixtures every kind of test may ask for; those of one kind are in its own folder."""

pytest_plugins = ["tests.fixtures.servers", "tests.fixtures.programs", "tests.fixtures.gateway"]
