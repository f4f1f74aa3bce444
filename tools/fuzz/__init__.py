"""Searches for input that breaks what reads it: Atheris where it has wheels, Hypothesis elsewhere."""
