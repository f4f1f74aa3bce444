"""Whole games by players who choose at random, with the engine's promises checked after every command."""
