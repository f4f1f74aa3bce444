"""The lobby service: opens rooms and finds open ones (COM-32)."""
