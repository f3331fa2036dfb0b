"""The FastAPI application: the routes of the API with `/openapi.json`, the pages, and one shape for all errors."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, partial
from gzip import compress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as PlainRoute

import ninefold
from ninefold.core.errors import NinefoldError
from ninefold.library.store import Library
from ninefold.processes.child import Context
from ninefold.records import as_json
from ninefold.web.backend import Backend, Client
from ninefold.web.body import ApiRequest
from ninefold.web.endpoints.endpoint import JSON, Body, FileAnswer, JsonText, MediaType, Route, encoded, router, runs_of
from ninefold.web.errors import KINDS, STATUS, ApiError, ErrorBody, api_error, invalid_request
from ninefold.web.guard import Guard
from ninefold.web.keys import MAX_KEY
from ninefold.web.method_options import check_methods
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
MAX_HEADER = 1000
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
    is_served: bool = False,
) -> tuple[Guard, Backend]:
    """The application behind its guard, and its backend; its workers start meanwhile, if it is going to be served."""
    limits = limits or ServerLimits()
    backend = Backend(limits, library_path)
    if is_served:
        backend.requests.prestart()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001 - as FastAPI calls it
        # Nothing is served before the workers are ready: the first requests would all wait for them.
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
            ApiError: _api_error,
            NinefoldError: _library_error,
            RequestValidationError: _invalid_request,
            HTTPException: _http_error,
            Exception: _bug,
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


class ApiRoute(APIRoute):
    """A route of the API, which checks query and body before FastAPI sees them."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        """FastAPI's own handler, with the request read."""
        handle = super().get_route_handler()
        endpoint = self.endpoint
        assert isinstance(endpoint, Handler)
        known = {field.alias for field in self.dependant.query_params}
        never_empty = {field.alias for field in self.dependant.query_params if field.validate("", {}, loc=())[1]}
        has_body = self.body_field is not None

        async def read(request: Request) -> Response:
            api_request = ApiRequest(request.scope, request.receive)
            api_request.check_query(known, never_empty)
            if has_body:
                await api_request.read(endpoint.backend.limits, endpoint.route.takes_file)
            response: Response = await handle(api_request)
            return response

        return read


class Handler:
    """What FastAPI calls for a route: it runs the endpoint's function in the place that `runs_in` names.

    FastAPI sees the arguments that come from the request. Those that come from here, by their type, are hidden, and
    a dataclass that is not a body becomes one query parameter for each of its fields.
    """

    def __init__(self, route: Route, backend: Backend) -> None:
        self.route, self.backend, self.runs = route, backend, runs_of(route.function)
        self.__name__, self.__doc__ = route.function.__name__, inspect.getdoc(route.function)
        hints = get_type_hints(route.function, include_extras=True)
        self.returns = hints.pop("return")
        self._given: dict[str, object] = {}
        self._groups: dict[str, type] = {}
        parameters = [_parameter("api_request", ApiRequest)]
        for name, parameter in inspect.signature(route.function).parameters.items():
            kind = hints[name]
            if kind in (Backend, Client, Context, Library):
                self._given[name] = kind
            elif isinstance(kind, type) and is_dataclass(kind) and not issubclass(kind, Body):
                self._groups[name] = kind
                types = get_type_hints(kind, include_extras=True)
                parameters += [_parameter(field.name, types[field.name], field.default) for field in fields(kind)]
            else:
                default = None if route.takes_file and name == "request" else parameter.default
                parameters.append(_parameter(name, kind, default))
        self.__signature__ = inspect.Signature(parameters)
        self._constant = lru_cache(maxsize=64)(self._encode)

    async def __call__(self, api_request: ApiRequest, **values: object) -> Response:
        """Answer a request."""
        for name, kind in self._groups.items():
            parts = {field.name: values.pop(field.name) for field in fields(kind)}
            values[name] = kind(**parts)
        if self.route.takes_file and api_request.file is None and values["request"] is None:
            raise ApiError("unreadable", "the body: read null, expected an object")
        for value in values.values():
            await check_methods(value)
        key = api_request.headers.get("idempotency-key")
        if key is None or not self.route.takes_key:
            return await self._respond(api_request, values)
        return await self.backend.keys.once(key, api_request.digest, partial(self._respond, api_request, values))

    async def _respond(self, request: ApiRequest, values: dict[str, object]) -> Response:
        client = Client(request.method, request.headers, request.data, request.file, request.wait_until_gone)
        result = await self._run(client, values)
        return _response(result, self.route.media_type, client.status or self.route.status)

    async def _run(self, client: Client, values: dict[str, object]) -> object:
        function, runs = self.route.function, self.runs
        if self.route.is_constant:
            return self._constant(**values)
        if runs.place in ("quick", "worker"):
            seconds = getattr(values.get("request"), "seconds", runs.seconds)
            is_short = runs.place == "quick" and seconds <= self.backend.limits.short
            args, seconds = (function, *values.values()), runs.solves * seconds
            return await self.backend.in_worker(encoded, *args, client=client, seconds=seconds, is_short=is_short)
        if runs.place == "library":
            return await self.backend.in_library(partial(encoded, function), **values)
        given = {name: self.backend if kind is Backend else client for name, kind in self._given.items()}
        result = function(**values, **given)
        return await result if isinstance(result, Awaitable) else result

    def _encode(self, **values: object) -> object:
        return encoded(self.route.function, **values)


def _parameter(name: str, kind: object, default: object = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


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
            response_class=Response,
            responses=responses if method != "HEAD" else None,
            summary=(handler.__doc__ or "").partition("\n")[0],
            operation_id=handler.__name__,
            openapi_extra=extra,
            include_in_schema=method != "HEAD",
        )


def _response(result: object, media_type: MediaType, status: int) -> Response:
    if result is None:
        return Response(status_code=204)
    if isinstance(result, AsyncIterator):
        return StreamingResponse(result, status, {"X-Accel-Buffering": "no"}, str(media_type))
    if not isinstance(result, FileAnswer):
        text = result if isinstance(result, JsonText) else as_json(result)
        return Response(text, status, media_type="application/json")
    headers = {}
    if result.name:
        headers["Content-Disposition"] = f'attachment; filename="{result.name}"'
    if result.lost:
        headers["Ninefold-Lost"] = _header(result.lost)
    if result.warning:
        headers["Ninefold-Warning"] = _header(result.warning)
    return Response(result.data, status, headers, result.media_type)


def _header(text: str) -> str:
    """A text that is safe in a header, whatever a file calls its parts."""
    return "".join(char if char.isascii() and char.isprintable() else "?" for char in text[:MAX_HEADER])


def _description(app: FastAPI) -> Callable[[Request], Awaitable[Response]]:
    text = lru_cache(maxsize=1)(lambda: as_json(app.openapi()))

    async def describe(request: Request) -> Response:  # noqa: ARG001 - as Starlette calls it
        return Response(text(), media_type="application/json")

    return describe


# --- errors --------------------------------------------------------------------------------------


async def _api_error(request: Request, error: Exception) -> Response:  # noqa: ARG001 - as all of these
    assert isinstance(error, ApiError)
    return error.response()


async def _library_error(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, NinefoldError)
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


async def _bug(request: Request, error: Exception) -> Response:
    print(f"ninefold: {request.scope['path']}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return ApiError("failed", "the server failed; see its log").response()


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
