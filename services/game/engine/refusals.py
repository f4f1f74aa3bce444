"""Refusals: the expected answer "no", with a stable code (docs/notation.md lists them)."""


class Refused(Exception):
    """A command that may not be done now; the room is as if it had never been sent (COM-28).

    `params` fills the message for people, e.g. {"setting": "turn_timer_s"}.
    """

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
