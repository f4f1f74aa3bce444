"""Whether this task was told to end.

redis-py sends through `asyncio.wait_for`, which in Python 3.11 loses a cancellation that comes as the sending is done
(mended in 3.12). A loop that only waits to be interrupted would then never end; so it looks before it waits again.
"""

import asyncio


def told_to_end() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
