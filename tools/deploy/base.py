"""Root file systems from Debian's packages, for machines that reach no image registry."""

import platform
from pathlib import Path

from tools.deploy.run import DeployError, need, run

PYTHON = ("python3-minimal", "python3-venv", "ca-certificates", "libstdc++6")
"""What the official image `python:slim` has of what we use."""
SERVERS = ("redis-tools", "busybox-static")
"""What the compose file's health checks call inside the images of NATS and Valkey."""

_LEFT_OUT = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/info/*")
_SOURCES = (Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list"))


def tarball(packages: tuple[str, ...], archive: Path) -> Path:
    """Made of this machine's own package sources, once: kept where it is. Raises DeployError."""
    if archive.exists():
        return archive
    need("mmdebstrap")
    sources = next((path for path in _SOURCES if path.exists() and path.stat().st_size), None)
    if sources is None:
        raise DeployError("this machine is no Debian: name a Python image that it can reach (make image BASE=…)")
    unfinished = archive.with_suffix(".part.tar")
    run(
        "mmdebstrap",
        "--quiet",
        "--variant=essential",
        f"--include={','.join(packages)}",
        *(f"--dpkgopt=path-exclude={path}" for path in _LEFT_OUT),
        _codename(),
        str(unfinished),
        str(sources),
    )
    return unfinished.rename(archive)


def _codename() -> str:
    return platform.freedesktop_os_release()["VERSION_CODENAME"]
