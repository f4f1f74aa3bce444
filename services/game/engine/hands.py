"""What a changed hand does to calls and catch windows (COM-16, COM-18)."""

from services.game.engine.table import Table


def changed(table: Table, *seats: str) -> None:
    """The hand grew, shrank or is another one: coming to one card opens the window anew and needs a new call."""
    for seat in seats:
        if seat in table.called:
            table.called.remove(seat)
        if seat in table.closed:
            table.closed = [other for other in table.closed if other != seat]
