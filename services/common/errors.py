"""The one way in which a service says that it cannot run."""


class CannotStart(Exception):
    """The message is for the person who started it and says what to do; no traceback is shown."""
