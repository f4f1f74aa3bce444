"""The one way in which a check says that the engine broke a promise."""


class Violation(AssertionError):
    """A promise of the engine does not hold; the message names it."""


def insist(holds: object, promise: str) -> None:
    """Raises `Violation` unless the promise holds."""
    if not holds:
        raise Violation(promise)
