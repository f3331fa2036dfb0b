"""The app: routes from the table of the API, the pages, and one shape for everything that goes wrong."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from ninefold.web.answers import as_json, is_type, read_body, refused
from ninefold.web.api import NAME, TABLE, Endpoint
from ninefold.web.guard import Guard
from ninefold.web.limits import Limits
from ninefold.web.office import Asked, Office
from ninefold.web.openapi import describe
from ninefold.web.pages import PAGES, STATIC, Folder
from ninefold.web.refusals import STATUS, Refusal
from ninefold.web.schema import Schema, one_of, record, require
from ninefold.web.shelf import Shelf
from ninefold.web.strict_json import read_json

LARGE = 1 << 15


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
        await asyncio.wait({warming})  # a process that is being started ends with it
        await office.close()

    # Paths with a fixed word stand before those with a name in the same place.
    routes: list[BaseRoute] = [_route(e, office) for e in sorted(TABLE, key=lambda e: "{" in e.path)]
    routes += [Route("/openapi.json", _Answering(_openapi), methods=["GET"])]
    folder = Folder(STATIC)
    routes += [Route(path, _page(folder, name), methods=["GET"]) for path, name in PAGES.items()]
    routes += [Route("/static/{name:path}", _page(folder), methods=["GET"])]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Exception: _bug},
    )
    app.router.redirect_slashes = False
    return Guard(app, hosts, token, limits), office


class _Answering:
    """What stands at a route. Starlette leaves such an object alone, and wraps a function twice for each request."""

    def __init__(self, answer: Callable[[Request], Awaitable[Response]]) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            answer = await self._answer(Request(scope, receive, send))
        except Refusal as refusal:
            answer = refused(refusal)
        await answer(scope, receive, send)


def _route(endpoint: Endpoint, office: Office) -> Route:
    handle = office.handler(endpoint)

    async def answer(request: Request) -> Response:
        return await handle(await _read(endpoint, request, office.limits), request)

    return Route(
        endpoint.path, _Answering(answer), methods=[endpoint.method], name=f"{endpoint.method} {endpoint.path}"
    )


# --- reading a request --------------------------------------------------------------------------


async def _read(endpoint: Endpoint, request: Request, limits: Limits) -> Asked:
    """What was asked, held against the table."""
    name = str(request.path_params.get("id", ""))
    if name:
        require(name, {"type": "string", "pattern": NAME}, "id")
    query = _query(endpoint, request.query_params)
    if endpoint.body is None:
        return Asked(query, name=name, last_event=_last_event(request))
    if endpoint.file and is_type(request, "application/octet-stream"):
        return Asked(query, await read_body(request, limits.file), name)
    if not is_type(request, "application/json"):
        expected = "application/json" + " or application/octet-stream" * endpoint.file
        given = request.headers.get("content-type", "nothing")[:100]
        raise Refusal("wrong-type", f"Content-Type: read {given}, expected {expected}", "Content-Type")
    data = await read_body(request, limits.body)
    # A large body takes its time, in which others are to be answered.
    body = await asyncio.to_thread(_body, endpoint, data) if len(data) > LARGE else _body(endpoint, data)
    return Asked(body, name=name)


def _body(endpoint: Endpoint, data: bytes) -> Any:
    """A JSON body, held against its schema."""
    body, schema = read_json(data), endpoint.body or {}
    if endpoint.kinds:
        require(body, {"type": "object"})
        require(body.get("kind"), one_of(*endpoint.kinds), "kind")
        schema = endpoint.kinds[body["kind"]]
    require(body, schema)
    return body


def _query(endpoint: Endpoint, given: QueryParams) -> dict[str, Any]:
    """What stands behind the question mark, numbers as numbers; what is empty counts as left out."""
    pairs = [(name, _value(text, endpoint.query.get(name, {}))) for name, text in given.multi_items() if text]
    values = dict(pairs)
    if len(values) != len(pairs):
        raise Refusal("unreadable", "a key stands twice behind the question mark", "query")
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


def _page(folder: Folder, name: str = "") -> _Answering:
    async def answer(request: Request) -> Response:
        return folder.answer(request, name or request.path_params["name"])

    return _Answering(answer)


@lru_cache(maxsize=1)
def _description() -> bytes:
    return json.dumps(describe()).encode()


async def _openapi(request: Request) -> Response:  # noqa: ARG001 - as all handlers
    return Response(_description(), media_type="application/json")


# --- what goes wrong ----------------------------------------------------------------------------


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
