"""`python -m tools.deploy.scraped URL N`: waits until that Prometheus has scraped N processes and read its rules."""

import json
import sys
import time
import urllib.parse
import urllib.request
from typing import Any

_WITHIN_S = 90


def main() -> None:
    url, wanted = sys.argv[1], int(sys.argv[2])
    deadline = time.monotonic() + _WITHIN_S
    while (found := len(_query(url, "zerocards_build_info"))) != wanted:
        if time.monotonic() > deadline:
            sys.exit(f"{found} of {wanted} processes are scraped: {_query(url, 'up')}")
        time.sleep(0.5)
    groups = _get(f"{url}/api/v1/rules")["groups"]
    broken = [rule["name"] for group in groups for rule in group["rules"] if rule["health"] == "err"]
    if not groups or broken:
        sys.exit(f"rules that cannot be evaluated: {broken or 'there are none at all'}")
    print(f"{wanted} processes, {sum(len(group['rules']) for group in groups)} rules")


def _query(url: str, query: str) -> list[Any]:
    found: list[Any] = _get(f"{url}/api/v1/query?{urllib.parse.urlencode({'query': query})}")["result"]
    return found


def _get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.load(answer)["data"]


if __name__ == "__main__":
    main()
