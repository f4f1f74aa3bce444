"""A room that must still be there later, whatever happens to the installation meanwhile.

`python -m tests.e2e.kept_room open URL` leaves a game in the middle and prints what is known of it; `… find URL`, with
that on standard input, comes back to it with the same token and must find the same hand.
"""

import asyncio
import json
import random
import sys

from tests.e2e.client import Client
from tests.e2e.conftest import STILL


async def leave_one(url: str) -> dict[str, object]:
    client = Client(url, "Ann")
    await client.connect()
    await client.create("classic108", STILL)
    await client.command("bot", level="normal")
    await client.command("start")
    # With the clock off nothing more happens once it is our turn.
    await client.until(lambda: client.seen.table.turn == client.seat, "on turn", within_s=20)
    known = {"token": client.token, "code": client.code, "hand": list(client.seen.seat.hand)}
    await client.drop()
    return known


async def find_it(url: str, known: dict[str, object]) -> None:
    client = Client(url, "Ann")
    client.token, client.code = str(known["token"]), str(known["code"])
    await client.connect(client.code)
    await client.until(lambda: client.seat, "seated again")
    await client.until(lambda: client.seen.table.turn == client.seat, "on turn again")
    assert list(client.seen.seat.hand) == known["hand"]
    # And it goes on.
    await client.does(command=client.seen.choice(random.Random(0), between_rounds=False))
    await client.drop()


def main() -> None:
    what, url = sys.argv[1:]
    if what == "open":
        print(json.dumps(asyncio.run(leave_one(url))))  # noqa: T201
    else:
        asyncio.run(find_it(url, json.loads(sys.stdin.read())))


if __name__ == "__main__":
    main()
