"""The services of 0cards!, one package each; `common` is what they share. They do not import one another."""

__version__ = "0.1.0"
