"""`python -m services.common.probe`: exit code 0 if the service in this container is ready (it has no curl)."""

import http.client
import os
import sys


def main() -> None:
    port = int(os.environ.get("ZEROCARDS_METRICS_PORT") or 9100)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        said = answer.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"no answer: {error!r}")
    if answer.status != http.HTTPStatus.OK:
        sys.exit(f"not ready: {said}")


if __name__ == "__main__":
    main()
