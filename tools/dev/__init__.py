"""A whole installation on one machine, for `make run`, the end-to-end tests and the benchmark."""

from tools.dev.errors import StackError
from tools.dev.stack import Options, Stack

__all__ = ["Options", "Stack", "StackError"]
