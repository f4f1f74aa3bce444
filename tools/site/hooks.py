"""mkdocs' hooks: the reference of the contracts as a page, and links out of docs/, which must lead somewhere."""

import logging
import re
from typing import Any

from mkdocs.structure.files import File, Files

from tools.dev.services import ROOT
from tools.site import reference

# Of mkdocs' own: in a strict build a warning fails it.
_LOG = logging.getLogger("mkdocs.hooks")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(((?:\.\./)+)([^)#]*)(?:#[^)]*)?\)")


def on_files(files: Files, *, config: Any) -> Files:
    """Adds what is made."""
    files.append(File.generated(config, "reference.md", content=reference.page()))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """What is in the repository and not in the docs is named, not linked: the site may be elsewhere."""
    deep = page.file.src_uri.count("/") + 1

    def named(link: re.Match[str]) -> str:
        text, up, path = link.groups()
        if up.count("../") < deep:
            return link[0]
        if not (ROOT / path).exists():
            _LOG.warning("%s links to %s, which there is not", page.file.src_uri, path)
        return text

    return _LINK.sub(named, markdown)
