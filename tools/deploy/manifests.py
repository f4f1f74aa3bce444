"""The Kubernetes manifests as a cluster would get them, and whether its schemas take them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import kubernetes_validate  # type: ignore[import-untyped]
import yaml
from cloudcoil.models.keda import v1alpha1 as keda
from pydantic import ValidationError

from tools.deploy.run import ROOT, run

OVERLAYS = tuple(
    sorted(path.parent.name for path in (ROOT / "deploy/kubernetes/overlays").glob("*/kustomization.yaml"))
)
OLDEST, NEWEST = "1.31", "1.37"
"""Kubernetes versions that the manifests are for; the oldest that pauses before a stop without a program's help."""

Document = dict[str, Any]

# It would read some megabytes of definitions anew for each document.
kubernetes_validate.utils.schema_contents = cache(kubernetes_validate.utils.schema_contents)


def rendered(overlay: str) -> list[Document]:
    """Raises DeployError when kustomize does not take it."""
    text = run("kubectl", "kustomize", str(ROOT / "deploy/kubernetes/overlays" / overlay))
    return [document for document in yaml.load_all(text, yaml.CSafeLoader) if document]


def faults(document: Document) -> Iterator[str]:
    """What the schema of its kind says against it; unknown fields count, and so does an unknown kind."""
    if document["apiVersion"].startswith("keda.sh/"):
        yield from _keda_faults(document)
        return
    for version in (OLDEST, NEWEST):
        try:
            kubernetes_validate.validate(document, version, strict=True)
        except kubernetes_validate.ValidationError as fault:
            yield f"{version}: {'/'.join(map(str, fault.path))}: {fault.message}"
        except kubernetes_validate.SchemaNotFoundError:
            yield f"{version}: no such kind"


def _keda_faults(document: Document) -> Iterator[str]:
    kind = getattr(keda, document["kind"], None)
    if kind is None:
        yield "no such kind"
        return
    try:
        read = kind.model_validate(document)
    except ValidationError as fault:
        yield str(fault)
        return
    # The models pass over what they do not know: whatever does not come back was never understood.
    if read.model_dump(by_alias=True, exclude_unset=True, mode="json") != document:
        yield "has fields that KEDA does not know"
