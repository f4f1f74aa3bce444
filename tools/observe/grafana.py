"""The dashboards as Grafana reads them: deploy/grafana/dashboards, made of `panels`."""

from pathlib import Path

from grafana_foundation_sdk.builders import common, dashboard, prometheus, stat, timeseries
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models import common as styles
from grafana_foundation_sdk.models import dashboard as model

from tools.observe.boards import BOARDS
from tools.observe.documented import ROOT
from tools.observe.panels import Board, Panel

FOLDER = ROOT / "deploy/grafana/dashboards"
_SOURCE = model.DataSourceRef(type_val="prometheus", uid="${source}")
_WIDE = 24


def files() -> dict[Path, str]:
    """What is to be in the folder."""
    return {FOLDER / f"{board.name.lower()}.json": _json(board) for board in BOARDS}


def _json(board: Board) -> str:
    built = (
        dashboard.Dashboard(f"0cards! {board.name}")
        .uid(f"zerocards-{board.name.lower()}")
        .description(board.about)
        .tags(["zerocards"])
        .refresh("10s")
        .time("now-1h", "now")
        .tooltip(model.DashboardCursorSync.CROSSHAIR)
        .with_variable(dashboard.DatasourceVariable("source").label("Prometheus").type("prometheus"))
        .link(dashboard.DashboardLink("Dashboards").type(model.DashboardLinkType.DASHBOARDS).tags(["zerocards"]))
    )
    for title, panels in board.rows:
        built = built.with_row(dashboard.Row(title))
        for panel in panels:
            built = built.with_panel(_number(panel, len(panels)) if panel.kind == "number" else _lines(panel))
    return JSONEncoder(sort_keys=True, indent=2).encode(built.build()) + "\n"


def _number(panel: Panel, in_row: int) -> stat.Panel:
    built = stat.Panel().title(panel.title).description(panel.about).unit(panel.unit).datasource(_SOURCE)
    built = built.span(_WIDE // in_row).height(4).graph_mode(styles.BigValueGraphMode.AREA)
    steps = [model.Threshold(color="green", value=None)]
    if panel.alarm is not None:
        steps.append(model.Threshold(color="red", value=panel.alarm))
    built = built.thresholds(dashboard.ThresholdsConfig().mode(model.ThresholdsMode.ABSOLUTE).steps(steps))
    for target in _targets(panel):
        built = built.with_target(target)
    return built


def _lines(panel: Panel) -> timeseries.Panel:
    stacked = panel.kind == "stack"
    built = timeseries.Panel().title(panel.title).description(panel.about).unit(panel.unit).datasource(_SOURCE)
    built = (
        built.span(_WIDE // 2)
        .height(8)
        .min(0)
        .fill_opacity(40 if stacked else 8)
        .show_points(styles.VisibilityMode.NEVER)
    )
    if stacked:
        built = built.stacking(common.StackingConfig().mode(styles.StackingMode.NORMAL))
    for target in _targets(panel):
        built = built.with_target(target)
    return built


def _targets(panel: Panel) -> list[prometheus.Dataquery]:
    return [
        prometheus.Dataquery().ref_id(chr(ord("A") + number)).expr(query).legend_format(legend)
        for number, (query, legend) in enumerate(panel.queries)
    ]
