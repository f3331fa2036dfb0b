"""The app: routes from the table of the API, the pages, and one shape for everything that goes wrong."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ninefold.web.answers import as_json, is_type, read_body, refused
from ninefold.web.guard import Guard
from ninefold.web.limits import Limits
from ninefold.web.office import Asked, Office
from ninefold.web.openapi import describe
from ninefold.web.refusals import STATUS, Refusal
from ninefold.web.schema import Schema, record, require
from ninefold.web.shelf import Shelf
from ninefold.web.strict_json import read_json
from ninefold.web.table import NAME, TABLE, Endpoint

STATIC = Path(__file__).parent / "static"
PAGES = {
    "/": "play.html",
    "/lab": "lab.html",
    "/library": "library.html",
    "/sw.js": "sw.js",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/favicon.svg": "favicon.svg",
}
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


def build_app(
    shelf: Shelf, *, hosts: frozenset[str] | None, token: str = "", limits: Limits | None = None
) -> tuple[Guard, Office]:
    """The app with its guard, and the office behind it."""
    limits = limits or Limits()
    office = Office(limits, shelf)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001 - as Starlette calls it
        warming = asyncio.create_task(office.open())
        yield
        warming.cancel()
        await office.close()

    # Paths with a fixed word stand before those with a name in the same place.
    routes: list[BaseRoute] = [_route(e, office) for e in sorted(TABLE, key=lambda e: "{" in e.path)]
    routes += [Route("/openapi.json", _openapi, methods=["GET"])]
    routes += [Route(path, _page(name), methods=["GET"]) for path, name in PAGES.items()]
    routes += [Mount("/static", Static(directory=STATIC, check_dir=False))]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Refusal: _refusal, Exception: _bug},
    )
    app.router.redirect_slashes = False
    return Guard(app, hosts, token, limits), office


def _route(endpoint: Endpoint, office: Office) -> Route:
    handle = office.handler(endpoint)

    async def answer(request: Request) -> Response:
        try:
            return await handle(await _read(endpoint, request, office.limits), request)
        except Refusal as refusal:
            return refused(refusal)

    return Route(endpoint.path, answer, methods=[endpoint.method], name=f"{endpoint.method} {endpoint.path}")


# --- reading a request --------------------------------------------------------------------------


async def _read(endpoint: Endpoint, request: Request, limits: Limits) -> Asked:
    """What was asked, held against the table."""
    name = str(request.path_params.get("id", ""))
    if name:
        require(name, {"type": "string", "pattern": NAME})
    query = _query(endpoint, request.query_params)
    if endpoint.body is None:
        return Asked(query, name=name, last_event=_last_event(request))
    if endpoint.file and is_type(request, "application/octet-stream"):
        return Asked(query, await read_body(request, limits.file), name)
    if not is_type(request, "application/json"):
        expected = "application/json" + " or application/octet-stream" * endpoint.file
        given = request.headers.get("content-type", "nothing")[:100]
        raise Refusal("wrong-type", f"Content-Type: read {given}, expected {expected}", "Content-Type")
    body = read_json(await read_body(request, limits.body))
    if "kind" not in endpoint.body.get("properties", {}) and "anyOf" in endpoint.body:
        require(body, {"type": "object"})  # a job: which schema is told by its kind
    else:
        require(body, endpoint.body)
    return Asked(body, name=name)


def _query(endpoint: Endpoint, given: Mapping[str, str]) -> dict[str, Any]:
    """What stands behind the question mark, numbers as numbers; what is empty counts as left out."""
    values = {name: _value(text, endpoint.query.get(name, {})) for name, text in given.items() if text}
    require(values, record(endpoint.query))
    return values


def _value(text: str, schema: Schema) -> object:
    if schema.get("type") == "integer" and text.isascii() and text.isdigit() and len(text) < 20:
        return int(text)
    return text


def _last_event(request: Request) -> int:
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


# --- pages --------------------------------------------------------------------------------------


class Static(StaticFiles):
    """The files of the pages: always asked for anew, and not sent again where nothing changed."""

    def file_response(self, *given: Any, **more: Any) -> Response:
        """A file, or that it has not changed."""
        answer = super().file_response(*given, **more)
        answer.headers["Cache-Control"] = "no-cache"
        _set_type(answer, str(given[0]))
        return answer


def _page(name: str) -> Any:
    async def answer(request: Request) -> Response:
        if not (STATIC / name).is_file():
            raise Refusal("not-found", f"the page {request.scope['path']} is not there")
        found = FileResponse(STATIC / name, headers={"Cache-Control": "no-cache"})
        if name == "sw.js":
            found.headers["Service-Worker-Allowed"] = "/"
        _set_type(found, name)
        return found

    return answer


def _set_type(answer: Response, name: str) -> None:
    """Types that not every machine knows."""
    if kind := TYPES.get(Path(name).suffix):
        answer.headers["Content-Type"] = f"{kind}; charset=utf-8"


async def _openapi(request: Request) -> Response:  # noqa: ARG001 - as all handlers
    return Response(json.dumps(describe()), media_type="application/json")


# --- what goes wrong ----------------------------------------------------------------------------


async def _refusal(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, Refusal)
    return refused(error)


async def _http_error(request: Request, error: Exception) -> Response:
    """Starlette's own: no such path, or not by this method."""
    assert isinstance(error, HTTPException)
    kind = next((kind for kind, status in STATUS.items() if status == error.status_code), "bad-request")
    words = {
        "not-found": f"there is nothing at {request.scope['path'][:100]}",
        "not-allowed": f"{request.scope['path'][:100]} is not asked by {request.method[:20]}",
    }
    answer = refused(Refusal(kind, words.get(kind, str(error.detail)), "path"))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer


async def _bug(request: Request, error: Exception) -> Response:
    """Ours to mend; the client learns only that."""
    print(f"ninefold: {request.scope['path']}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return as_json({"error": Refusal("failed", "the server failed; its log says how").error}, 500)
