"""The pages and their files: kept in memory, asked for anew each time, and not sent again where nothing changed.

1. A name is made of plain words and slashes, so that it cannot lead out of the folder.
2. A file is read again when it has changed on the disk.
3. It is always sent whole: no part of such small files is worth asking for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from ninefold.web.refusals import Refusal

STATIC = Path(__file__).parent / "static"
PAGES = {
    "/": "play.html",
    "/lab": "lab.html",
    "/library": "library.html",
    "/sw.js": "sw.js",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/favicon.svg": "favicon.svg",
}
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_PART = r"[A-Za-z0-9_-][A-Za-z0-9._-]*"
_NAME = re.compile(rf"{_PART}(/{_PART})*")  # rule 1


@dataclass(frozen=True)
class File:
    """A file as it is sent, and when it was written."""

    data: bytes
    headers: dict[str, str]
    stamp: tuple[int, int]


class Folder:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}

    def answer(self, request: Request, name: str) -> Response:
        """A file, or that it has not changed."""
        file = self._find(name)
        if file is None:
            raise Refusal("not-found", f"there is nothing at {request.scope['path'][:100]}", "path")
        known = request.headers.get("if-none-match", "")
        if file.headers["ETag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return Response(status_code=304, headers=file.headers)
        return Response(file.data, headers=file.headers)

    def _find(self, name: str) -> File | None:
        if _NAME.fullmatch(name) is None:
            return None
        path = self._folder / name
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._files.get(name)
            if known is None or known.stamp != stamp:  # rule 2
                known = self._files[name] = File(data := path.read_bytes(), _headers(name, data), stamp)
        except OSError:
            return None
        return known


def _headers(name: str, data: bytes) -> dict[str, str]:
    kind = TYPES.get(Path(name).suffix)
    found = {
        "Cache-Control": "no-cache",
        "Content-Type": f"{kind}; charset=utf-8" if kind else "application/octet-stream",
        "ETag": f'"{sha256(data).hexdigest()[:32]}"',
    }
    return found | ({"Service-Worker-Allowed": "/"} if name == "sw.js" else {})
