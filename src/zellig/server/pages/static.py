"""Styles, scripts and pictures: ours, and those of the reports; their address changes with their content."""

from __future__ import annotations

import hashlib
import mimetypes
from functools import cache
from importlib.resources import files

from litestar import Response, get
from litestar.params import FromPath

from zellig.report.page import template
from zellig.server.problems import NotFoundError

FOR_GOOD = "public, max-age=31536000, immutable"
WORKER = "offline.js"  # may speak for pages outside of its own folder
OF_REPORTS = {
    "report.css": "report.css",
    "browser.js": "browser.js",
    "browser_keys.js": "keys.js",
    "tournament.css": "tournament.css",
    "buzz_points.js": "buzz_points.js",
}


@cache
def contents() -> dict[str, bytes]:
    """Every file by its name."""
    own = files("zellig.server").joinpath("static")
    found = {each.name: each.read_bytes() for each in own.iterdir() if each.is_file()}
    return found | {name: template(source).render().encode() for name, source in OF_REPORTS.items()}


@cache
def version() -> str:
    """A word for the content of all files."""
    whole = b"\0".join(name.encode() + b"\0" + content for name, content in sorted(contents().items()))
    return hashlib.sha256(whole).hexdigest()[:12]


def address_of(name: str) -> str:
    """Where a file is; refuses one that is not there."""
    if name not in contents():
        raise NotFoundError(f"there is no file {name!r}")
    return f"/static/{version()}/{name}"


@get("/static/{given:str}/{name:str}", sync_to_thread=False)
def serve(given: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file, which browsers may keep for good if they asked for its newest content."""
    content = contents().get(name)
    if content is None:
        raise NotFoundError("there is no such file", remedy="Load the page again.")
    kept = FOR_GOOD if given == version() else "no-cache"
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    allowed = {"Service-Worker-Allowed": "/"} if name == WORKER else {}
    return Response(content, media_type=media, headers={"Cache-Control": kept, **allowed})
