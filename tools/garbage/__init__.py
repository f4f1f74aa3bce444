"""Connections that send garbage, beside players who must not notice."""
