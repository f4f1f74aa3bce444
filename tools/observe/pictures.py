"""Pictures of the dashboards' panels: a stack of its own under load, a real Prometheus that watches it."""

import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import yaml

from tools.bench.pipeline import ROOM_FOR_LOAD
from tools.dev import Options, Stack, StackError
from tools.dev.child import Child
from tools.dev.ports import is_free
from tools.dev.secured import LOOPBACK
from tools.observe.boards import BOARDS
from tools.observe.documented import ROOT
from tools.observe.panels import WINDOW, Panel
from tools.observe.plot import Line, Shown, picture
from tools.observe.queries import RULES

FOLDER = ROOT / "docs/images/operations"
_SCRAPE_S = 2
_STEP_S = 2
_WINDOW = "15s"
_ENVIRONMENT = {"ZEROCARDS_BOTS_PACE": "0.2", "PYTHONPYCACHEPREFIX": str(ROOT / ".run/compiled")}
_PANELS = 4
"""Of each dashboard, the first that are lines."""


async def take(rooms: int, players: int, seconds: float, rate: float) -> dict[Path, str]:
    """The pictures by their files. Each room has two bots besides its players."""
    if (binary := shutil.which("prometheus")) is None:
        raise StackError("there is no prometheus here (Debian's package has it)")
    with tempfile.TemporaryDirectory(prefix="zerocards-pictures-") as directory:
        data = Path(directory)
        options = Options(data_dir=data / "stack", ports_base=None, env={**ROOM_FOR_LOAD, **_ENVIRONMENT})
        async with Stack(options) as stack:
            prometheus = _prometheus(binary, stack, data)
            prometheus.start()
            try:
                await prometheus.ready(30)
                began = time.time()
                figures = await _load(stack, rooms, players, seconds, rate)
                await asyncio.sleep(2 * _SCRAPE_S)
                speed = f"{figures['moves_per_s']} players' moves/s"
                under = f"{rooms} rooms of {players} players and 2 bots, {speed}, two game workers"
                async with httpx.AsyncClient(base_url=_url(prometheus), trust_env=False) as client:
                    return {
                        FOLDER / f"{board.name.lower()}.svg": picture(
                            board,
                            [Shown(panel, await _ask(client, panel, began)) for panel in _chosen(board.panels())],
                            under,
                        )
                        for board in BOARDS
                    }
            finally:
                await prometheus.stop(10)


def _chosen(panels: list[Panel]) -> list[Panel]:
    return [panel for panel in panels if panel.kind != "number"][:_PANELS]


def _prometheus(binary: str, stack: Stack, data: Path) -> Child:
    metrics = stack.describe()["metrics"]
    if not isinstance(metrics, dict):
        raise TypeError("metrics are a page by name")
    port = next(port for port in range(stack.wiring.ports.base + 90, 32_000) if is_free(LOOPBACK, port))
    targets = [
        {"targets": [str(url).split("/")[2]], "labels": {"instance": str(name)}} for name, url in metrics.items()
    ]
    config = {
        "global": {"scrape_interval": f"{_SCRAPE_S}s", "evaluation_interval": f"{_SCRAPE_S}s"},
        "rule_files": [str(RULES / "*.yml")],
        "scrape_configs": [{"job_name": "zerocards", "static_configs": targets}],
    }
    (data / "prometheus.yml").write_text(yaml.safe_dump(config))
    command = [binary, f"--config.file={data / 'prometheus.yml'}", f"--storage.tsdb.path={data / 'tsdb'}"]
    return Child(
        name="prometheus",
        command=[*command, f"--web.listen-address={LOOPBACK}:{port}"],
        log=data / "prometheus.log",
        cwd=data,
        ports=[port],
        probe=lambda: _ready(f"http://{LOOPBACK}:{port}/-/ready"),
    )


async def _ready(url: str) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        try:
            (await client.get(url)).raise_for_status()
        except httpx.HTTPError as error:
            raise OSError(str(error)) from error


def _url(prometheus: Child) -> str:
    return f"http://{LOOPBACK}:{prometheus.ports[0]}"


async def _load(stack: Stack, rooms: int, players: int, seconds: float, rate: float) -> Mapping[str, Any]:
    arguments = ["--rooms", rooms, "--players", players, "--bots", 2, "--seconds", seconds, "--rate", rate]
    load = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.load", "--json", "--url", stack.url, *map(str, arguments)),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await load.communicate()
    if not output:
        raise StackError("the load gave no figures")
    figures: dict[str, Any] = json.loads(output)
    return figures


async def _ask(client: httpx.AsyncClient, panel: Panel, began: float) -> dict[str, Line]:
    lines: dict[str, Line] = {}
    for query, legend in panel.queries:
        span = {"start": began, "end": time.time(), "step": _STEP_S}
        answer = await client.get("/api/v1/query_range", params={"query": query.replace(WINDOW, _WINDOW), **span})
        for series in answer.raise_for_status().json()["data"]["result"]:
            points = [(at - began, float(value)) for at, value in series["values"] if value != "NaN"]
            if points:
                lines[_named(legend, series["metric"])] = points
    return lines


def _named(legend: str, labels: Mapping[str, str]) -> str:
    for name, value in labels.items():
        legend = legend.replace(f"{{{{{name}}}}}", value)
    return legend
