"""How Hypothesis tries: as long as it takes, on however busy a machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "engine", parent=settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("engine")
