"""Shorter ways through the libraries, for what nearly every message is. Each can be switched off.

They lean on parts that the libraries do not promise to keep, so they live here, and the libraries' own ways stay in use
for all that is rare: tests/fast holds both against each other.
"""
