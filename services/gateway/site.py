"""The built web client: read once, held in memory with its compressed forms, served by dictionary look-up.

Nothing in a request's path ever reaches the file system.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

_INDEX = "index.html"
_HASHED = "assets/"
"""Where Vite puts files whose names change with their content."""
_PRECOMPRESSED = {".br": "br", ".gz": "gzip"}
_RULED_OUT = re.compile(r";\s*q=0(\.0*)?$")
_WORTH_COMPRESSING = 512
_TEXT = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True, slots=True)
class Page:
    body: bytes
    media_type: str
    etag: str
    cache: str
    encoded: Mapping[str, bytes] = field(default_factory=dict)

    def response(self, request: Request) -> Response:
        headers = {"etag": self.etag, "cache-control": self.cache, "vary": "accept-encoding"}
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        for encoding in ("br", "gzip"):
            if encoding in accepted and encoding in self.encoded:
                headers["content-encoding"] = encoding
                return Response(self.encoded[encoding], headers=headers, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


class Site:
    def __init__(self, folder: Path) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self._pages = {
            name: _page(name, path, files) for name, path in files.items() if path.suffix not in _PRECOMPRESSED
        }

    @property
    def built(self) -> bool:
        return _INDEX in self._pages

    async def serve(self, request: Request) -> Response:
        """A file by its path; every other path that does not look like a file's is a place in the client."""
        path = request.path_params["path"]
        page = self._pages.get(path)
        if page is None and not PurePosixPath(path).suffix:
            page = self._pages.get(_INDEX)
            if page is None:
                return PlainTextResponse("The web client has not been built: make web", 503)
        if page is None:
            return PlainTextResponse("Not found", 404)
        return page.response(request)


def _accepted(header: str) -> set[str]:
    """The encodings named and not ruled out; which of them is liked best is no matter to us."""
    named = (part.strip() for part in header.lower().split(","))
    return {part.partition(";")[0].strip() for part in named if not _RULED_OUT.search(part)}


def _page(name: str, path: Path, files: Mapping[str, Path]) -> Page:
    body = path.read_bytes()
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    encoded = {
        encoding: files[name + suffix].read_bytes()
        for suffix, encoding in _PRECOMPRESSED.items()
        if name + suffix in files
    }
    if "gzip" not in encoded and media_type.startswith(_TEXT) and len(body) > _WORTH_COMPRESSING:
        encoded["gzip"] = gzip.compress(body, mtime=0)
    return Page(
        body=body,
        media_type=media_type,
        # Weak: it names the content, whatever its encoding.
        etag=f'W/"{hashlib.sha256(body).hexdigest()[:20]}"',
        cache="public, max-age=31536000, immutable" if name.startswith(_HASHED) else "no-cache",
        encoded=encoded,
    )
