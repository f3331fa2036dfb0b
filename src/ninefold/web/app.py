"""The FastAPI application: the routes of the API with `/openapi.json`, the pages, and one shape for all errors."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from gzip import compress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as PlainRoute

import ninefold
from ninefold.core.errors import NinefoldError
from ninefold.processes.errors import WorkerError
from ninefold.records import as_json
from ninefold.web.backend import Backend
from ninefold.web.endpoints.endpoint import JSON, Route, router
from ninefold.web.errors import KINDS, STATUS, ApiError, ErrorBody, api_error, invalid_request
from ninefold.web.guard import Guard
from ninefold.web.handler import ApiRoute, Handler
from ninefold.web.keys import MAX_KEY
from ninefold.web.settings import ServerLimits

STATIC = Path(__file__).parent / "static"
PAGES = {
    "/": "play.html",
    "/learn/{technique}": "learn.html",
    **{f"/{name}": f"{name}.html" for name in ("reason", "learn", "lab", "library", "papers")},
    **{f"/{name}": name for name in ("sw.js", "manifest.webmanifest", "favicon.svg")},
}
MODULES = "about solve check hint explain learn rate generate files book linear jobs library games"
ORDER = [import_module(f"ninefold.web.endpoints.{name}").__name__ for name in MODULES.split()]
BINARY = {"schema": {"type": "string", "format": "binary"}}
ERROR = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorBody.__name__}"}}}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "a text of your own: a request sent again with the same key gets the response of the first",
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY, "pattern": "^[!-~]*$"},
}


def build_app(
    library_path: str,
    *,
    hosts: frozenset[str] | None,
    token: str = "",
    limits: ServerLimits | None = None,
    warm: bool = False,
) -> tuple[Guard, Backend]:
    """The application behind its guard, and its backend; with `warm`, its workers start meanwhile."""
    limits = limits or ServerLimits()
    backend = Backend(limits, library_path, warm)
    if warm:
        backend.requests.prestart()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001 - as FastAPI calls it
        await backend.open()
        yield
        await backend.close()

    app = FastAPI(
        title="Ninefold",
        version=ninefold.__version__,
        description="Solve, check, explain, generate and keep Sudoku. Every error has one shape.",
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_url=None,  # FastAPI would encode it again for every request, and its page would load foreign scripts
        redirect_slashes=False,
        lifespan=lifespan,
        exception_handlers={
            RequestValidationError: _invalid_request,
            HTTPException: _http_error,
            **dict.fromkeys((ApiError, NinefoldError, WorkerError, MemoryError, Exception), _error),
        },
    )
    app.router.route_class = ApiRoute
    for route in routes():
        _add(app, route, backend)
    app.router.routes.append(PlainRoute("/openapi.json", _description(app), methods=["GET"]))
    folder = Folder(STATIC)
    for path, name in PAGES.items():
        app.router.routes.append(PlainRoute(path, _page(folder, name), methods=["GET"]))
    app.router.routes.append(PlainRoute("/static/{name:path}", _page(folder), methods=["GET"]))
    return Guard(app, hosts, token, limits), backend


# --- the API -------------------------------------------------------------------------------------


def routes() -> list[Route]:
    """All routes, in the order in which they are documented."""
    return sorted(router.routes, key=lambda route: ORDER.index(route.function.__module__))


def _add(app: FastAPI, route: Route, backend: Backend) -> None:
    handler = Handler(route, backend)
    is_json = route.media_type == "application/json"
    # FastAPI builds the schema of each model it is given; the same one 600 times took longer than all the rest.
    responses: dict[int | str, dict[str, Any]] = {
        status: {"content": ERROR, "description": kinds} for status, kinds in sorted(KINDS.items())
    }
    responses[min(KINDS)] = {"model": ErrorBody, "description": KINDS[min(KINDS)]}
    responses |= {status: {"description": about} for status, about in route.also}
    if not is_json:
        kinds = [route.media_type] if isinstance(route.media_type, str) else route.media_type
        responses[route.status] = {
            "content": {kind.partition(";")[0]: {"schema": {}} if kind == JSON else BINARY for kind in kinds}
        }
    for status, _ in route.also:
        if is_json:
            responses[status]["model"] = handler.returns
    extra: dict[str, Any] = {"parameters": [KEY]} if route.takes_key else {}
    if route.takes_file:
        extra["requestBody"] = {"content": {"application/octet-stream": BINARY}}
    for method in [route.method, "HEAD"][: 2 if route.method == "GET" else 1]:
        app.add_api_route(
            route.path,
            handler,
            methods=[method],
            status_code=route.status,
            response_model=handler.returns if is_json and method != "HEAD" else None,
            # Only for the description, which has no schema for a class without a media type.
            response_class=JSONResponse if is_json else Response,
            responses=responses if method != "HEAD" else None,
            summary=(handler.__doc__ or "").partition("\n")[0],
            operation_id=handler.__name__,
            openapi_extra=extra,
            include_in_schema=method != "HEAD",
        )


def _description(app: FastAPI) -> Callable[[Request], Awaitable[Response]]:
    text = lru_cache(maxsize=1)(lambda: as_json(app.openapi()))

    async def describe(request: Request) -> Response:  # noqa: ARG001 - as Starlette calls it
        return Response(text(), media_type="application/json")

    return describe


# --- errors --------------------------------------------------------------------------------------


async def _error(request: Request, error: Exception) -> Response:  # noqa: ARG001 - as all of these
    return api_error(error).response()


async def _invalid_request(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, RequestValidationError)
    return invalid_request(error.errors(), error.body).response()


async def _http_error(request: Request, error: Exception) -> Response:
    """An unknown path, or a method that it does not have."""
    assert isinstance(error, HTTPException)
    kind = next((kind for kind, status in STATUS.items() if status == error.status_code), "bad-request")
    path = request.scope["path"][:100]
    messages = {
        "not-found": f"there is nothing at {path}",
        "not-allowed": f"{path} has no method {request.method[:20]}",
    }
    response = ApiError(kind, messages.get(kind, str(error.detail)), "path").response()
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


# --- pages ---------------------------------------------------------------------------------------

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
BINARY_TYPES = {".woff2": "font/woff2"}
_PART = r"[A-Za-z0-9_-][A-Za-z0-9._-]*"
_NAME = re.compile(rf"{_PART}(/{_PART})*")


@dataclass(frozen=True)
class StaticFile:
    """A file as it is sent, and the time and size by which a change is noticed."""

    data: bytes
    packed: bytes  # compressed, or empty if that would not help
    headers: dict[str, str]
    stamp: tuple[int, int]


class Folder:
    """The files of the pages: kept in memory, and sent whole or not at all.

    Starlette's `StaticFiles` would send parts of files, guess media types from the system's tables, and answer other
    methods without `Allow`. A name here is plain words and slashes, so it cannot lead out of the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, StaticFile] = {}

    def response(self, request: Request, name: str) -> Response:
        """A file, or 304 if the client has it."""
        file = self._find(name)
        if file is None:
            raise ApiError("not-found", f"there is nothing at {request.scope['path'][:100]}", "path")
        known = request.headers.get("if-none-match", "")
        if file.headers["ETag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return Response(status_code=304, headers=file.headers)
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers=file.headers | {"Content-Encoding": "gzip"})
        return Response(file.data, headers=file.headers)

    def _find(self, name: str) -> StaticFile | None:
        if _NAME.fullmatch(name) is None:
            return None
        path = self._folder / name
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._files.get(name)
            if known is None or known.stamp != stamp:
                data = path.read_bytes()
                packed = compress(data, mtime=0) if path.suffix in MEDIA_TYPES else b""
                known = self._files[name] = StaticFile(data, packed, _static_headers(name, data), stamp)
        except OSError:
            return None
        return known


def _static_headers(name: str, data: bytes) -> dict[str, str]:
    suffix = Path(name).suffix
    kind = MEDIA_TYPES.get(suffix)
    found = {
        "Cache-Control": "no-cache",
        "Content-Type": f"{kind}; charset=utf-8" if kind else BINARY_TYPES.get(suffix, "application/octet-stream"),
        "Vary": "Accept-Encoding",
        "ETag": f'"{sha256(data).hexdigest()[:32]}"',
    }
    return found | ({"Service-Worker-Allowed": "/"} if name == "sw.js" else {})


def _page(folder: Folder, name: str = "") -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return folder.response(request, name or request.path_params["name"])

    return page
