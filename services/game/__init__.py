"""The game worker: applies commands to rooms, once each, and tells everyone (P1–P4)."""
