"""How Hypothesis tries: as long as it takes, on however busy a machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "engine",
    parent=settings.default,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    report_multiple_bugs=False,  # one, and that one made small
)
settings.load_profile("engine")
