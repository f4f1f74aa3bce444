"""The one way in which a stack says that it cannot run."""


class StackError(Exception):
    """Nothing was left running; the message is for a person and says what to do."""
