"""The manifests as kustomize renders them: taken by every schema, and keeping what docs/operations.md promises."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from promql_parser import parse

from services.bots.config import BotsConfig
from services.game.config import GameConfig
from services.gateway.config import GatewayConfig
from services.lobby.config import LobbyConfig
from tests.deploy.variables import unknown_variables
from tools.deploy import manifests
from tools.observe.documented import documented

pytestmark = [pytest.mark.kubectl, pytest.mark.parametrize("overlay", manifests.OVERLAYS)]

CONFIGS = {"game": GameConfig, "gateway": GatewayConfig, "lobby": LobbyConfig, "bots": BotsConfig}
_NAME = "app.kubernetes.io/name"


@cache
def documents(overlay: str) -> list[dict[str, Any]]:
    return manifests.rendered(overlay)


def of(overlay: str, *kinds: str) -> list[dict[str, Any]]:
    return [document for document in documents(overlay) if document["kind"] in kinds]


def named(overlay: str, kind: str, name: str) -> dict[str, Any]:
    return next(document for document in of(overlay, kind) if document["metadata"]["name"] == name)


def pods(overlay: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and pod template of everything that makes pods."""
    for document in of(overlay, "Deployment", "StatefulSet"):
        yield document["metadata"]["name"], document["spec"]["template"]
    for document in of(overlay, "CronJob"):
        yield document["metadata"]["name"], document["spec"]["jobTemplate"]["spec"]["template"]


def test_every_schema_takes_every_document(overlay: str) -> None:
    found = [
        f"{document['kind']} {document['metadata']['name']}: {fault}"
        for document in documents(overlay)
        for fault in manifests.faults(document)
    ]
    assert not found, "\n".join(found)


def test_every_pod_is_restricted(overlay: str) -> None:
    for name, template in pods(overlay):
        spec = template["spec"]
        assert spec["securityContext"]["runAsNonRoot"] is True, name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert spec["automountServiceAccountToken"] is False, name
        for container in spec["containers"]:
            context = container["securityContext"]
            assert context["allowPrivilegeEscalation"] is False, name
            assert context["readOnlyRootFilesystem"] is True, name
            assert context["capabilities"] == {"drop": ["ALL"]}, name
            assert container["resources"]["requests"].keys() == {"cpu", "memory"}, name
            assert "memory" in container["resources"]["limits"], name


def test_every_service_is_probed_spread_and_kept_from_being_evicted_at_once(overlay: str) -> None:
    budgets = {document["spec"]["selector"]["matchLabels"][_NAME] for document in of(overlay, "PodDisruptionBudget")}
    for document in of(overlay, "Deployment", "StatefulSet"):
        name, template = document["metadata"]["name"], document["spec"]["template"]
        (container,) = template["spec"]["containers"]
        assert {"startupProbe", "readinessProbe", "livenessProbe"} <= container.keys(), name
        spread = template["spec"]["topologySpreadConstraints"]
        assert {rule["topologyKey"] for rule in spread} == {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}
        assert all(rule["labelSelector"]["matchLabels"] == {_NAME: name} for rule in spread), name
        assert name in budgets


@pytest.mark.parametrize("service", sorted(CONFIGS))
def test_p6_a_pod_that_drains_is_out_of_the_way_first_and_not_cut_off(overlay: str, service: str) -> None:
    deployment = named(overlay, "Deployment", service)
    spec = deployment["spec"]["template"]["spec"]
    (container,) = spec["containers"]
    assert container["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "metrics"}
    assert container["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": "metrics"}
    assert deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    told = {variable["name"]: variable.get("value") for variable in container["env"]}
    drain_s = float(told.get("ZEROCARDS_DRAIN_S") or CONFIGS[service]().drain_s)
    pause_s = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    # 2 s more are what a service takes to end when its drain did not (services/common/run.py).
    assert spec["terminationGracePeriodSeconds"] >= pause_s + drain_s + 2
    if service in {"gateway", "lobby"}:
        ready = container["readinessProbe"]
        assert pause_s >= ready["periodSeconds"] * ready["failureThreshold"], "others still dial this pod"


def test_what_a_variable_names_stands_before_it(overlay: str) -> None:
    """Kubernetes leaves anything else as it is written."""
    for name, template in pods(overlay):
        for container in template["spec"]["containers"]:
            known: set[str] = set()
            for variable in container.get("env", ()):
                assert set(re.findall(r"\$\((\w+)\)", variable.get("value", ""))) <= known, (name, variable["name"])
                known.add(variable["name"])


def test_with_certificates_nothing_of_a_game_goes_plain(overlay: str) -> None:
    templates = dict(pods(overlay))
    told = {
        name: {variable["name"]: variable.get("value", "") for variable in template["spec"]["containers"][0]["env"]}
        for name, template in templates.items()
    }
    if overlay != "single-tls":
        assert not any("ZEROCARDS_TLS_CERT" in variables for variables in told.values())
        return
    assert "--config=/etc/nats/secured.conf" in templates["nats"]["spec"]["containers"][0]["args"]
    for name, variables in told.items():
        secrets = [
            volume["secret"]["secretName"] for volume in templates[name]["spec"]["volumes"] if "secret" in volume
        ]
        assert secrets == [f"zerocards-tls-{'redis' if name == 'backup' else name}"]
        assert {"ZEROCARDS_TLS_CA", "ZEROCARDS_TLS_CERT", "ZEROCARDS_TLS_KEY"} <= variables.keys(), name
        assert variables.get("ZEROCARDS_NATS_URL", "tls://").startswith("tls://"), name
        assert variables.get("ZEROCARDS_REDIS_URL", "rediss://").startswith("rediss://"), name
    for probe in ("startupProbe", "readinessProbe"):
        assert "--tls" in templates["redis"]["spec"]["containers"][0][probe]["exec"]["command"][-1]


def test_no_player_sticks_to_a_gateway(overlay: str) -> None:
    for ingress in of(overlay, "Ingress"):
        assert not [key for key in ingress["metadata"].get("annotations", {}) if "affinity" in key or "session" in key]
    for service in of(overlay, "Service"):
        assert service["spec"].get("sessionAffinity", "None") == "None"


def test_nothing_may_be_reached_that_no_policy_names(overlay: str) -> None:
    policies = [document["spec"] for document in of(overlay, "NetworkPolicy")]
    assert {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]} in policies
    open_to_all = [rule for policy in policies for rule in policy.get("ingress", ()) if not rule.get("from")]
    assert not open_to_all
    ports = {
        (name, port)
        for name, template in pods(overlay)
        for container in template["spec"]["containers"]
        for given in container.get("ports", ())
        for port in (given["name"], given["containerPort"])
    }
    for policy in policies:
        if selected := policy["podSelector"].get("matchLabels", {}).get(_NAME):
            for rule in policy.get("ingress", ()):
                assert all((selected, port["port"]) in ports for port in rule["ports"]), (selected, rule)


def test_everything_that_is_named_is_there(overlay: str) -> None:
    there = {(document["kind"], document["metadata"]["name"]) for document in documents(overlay)}
    for name, template in pods(overlay):
        spec = template["spec"]
        for volume in spec.get("volumes", ()):
            if "configMap" in volume:
                assert ("ConfigMap", volume["configMap"]["name"]) in there, name
            if "persistentVolumeClaim" in volume:
                assert ("PersistentVolumeClaim", volume["persistentVolumeClaim"]["claimName"]) in there, name
        for container in spec["containers"]:
            for source in container.get("envFrom", ()):
                assert ("ConfigMap", source["configMapRef"]["name"]) in there, name
    for scaled in of(overlay, "ScaledObject", "HorizontalPodAutoscaler"):
        assert ("Deployment", scaled["spec"]["scaleTargetRef"]["name"]) in there
    for ingress in of(overlay, "Ingress"):
        for rule in ingress["spec"]["rules"]:
            assert all(("Service", path["backend"]["service"]["name"]) in there for path in rule["http"]["paths"])


@pytest.mark.parametrize("service", sorted(CONFIGS))
def test_a_service_is_told_only_what_it_reads(overlay: str, service: str) -> None:
    (container,) = named(overlay, "Deployment", service)["spec"]["template"]["spec"]["containers"]
    assert container["args"] == [f"services.{service}"]
    own = {variable["name"]: str(variable.get("value", "")) for variable in container["env"]}
    shared = {
        name: value
        for source in container["envFrom"]
        for name, value in named(overlay, "ConfigMap", source["configMapRef"]["name"])["data"].items()
    }
    assert not unknown_variables(CONFIGS[service], {**shared, **_without_passwords(own)})


def test_keda_takes_lost_metrics_for_lost_and_asks_for_what_there_is(overlay: str) -> None:
    exposed = set().union(*(metric.series() for metric in documented().values()))
    for scaled in of(overlay, "ScaledObject"):
        spec = scaled["spec"]
        assert spec["minReplicaCount"] <= spec["fallback"]["replicas"] <= spec["maxReplicaCount"]
        for trigger in spec["triggers"]:
            assert (trigger["type"], trigger["metricType"]) == ("prometheus", "AverageValue")
            assert trigger["metadata"]["ignoreNullValues"] == "false"
            assert "vector(" not in trigger["metadata"]["query"]
            asked = set(_metrics(parse(trigger["metadata"]["query"])))
            assert asked
            assert asked <= exposed


def _metrics(expression: object) -> Iterator[str]:
    """Every name in a parsed query."""
    if (name := getattr(expression, "name", None)) and hasattr(expression, "matchers"):
        yield name
    for part in ("expr", "lhs", "rhs", "vector_selector", "param"):
        inner = getattr(expression, part, None)
        if inner is not None and not isinstance(inner, str | float):
            yield from _metrics(inner)
    arguments = getattr(expression, "args", None)
    for inner in arguments or ():
        yield from _metrics(inner)


def _without_passwords(variables: Mapping[str, str]) -> dict[str, str]:
    """Without those from which the URLs are put together."""
    return {name: value for name, value in variables.items() if not name.endswith("_PASSWORD")}
