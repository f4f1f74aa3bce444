"""Bots against bots in the engine alone: who wins how often, and what a decision costs."""
